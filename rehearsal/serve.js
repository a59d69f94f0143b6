// The bar above the channel: the pretended clock, how far it jumps, and which channel is shown.
const bar = document.getElementById("arbiter-bar");
const clock = bar.querySelector("time"), said = bar.querySelector("output"), channels = bar.querySelector("select");
const controls = [...bar.querySelectorAll("button, select")];
let waiting = false;

function show(state) {
  if (state.key !== location.hash.slice(1)) { location.hash = state.key; return; }
  clock.textContent = state.clock;
  clock.dateTime = state.moment;
  if (state.said) said.textContent = state.said;
  else if (!said.dataset.kept) said.textContent = state.next;
  said.dataset.kept = state.said ? "yes" : "";
  const offered = JSON.stringify(state.channels);
  if (channels.dataset.offered !== offered) {
    channels.replaceChildren(...state.channels.map(([value, label]) => new Option(label, value)));
    channels.dataset.offered = offered;
  }
  channels.value = state.channel;
  for (const button of bar.querySelectorAll("button[aria-pressed]"))
    button.setAttribute("aria-pressed", String(button.value === state.pace));
}

async function ask(what) {
  if (waiting) return;
  waiting = true;
  if (what !== "state") for (const control of controls) control.disabled = true;
  try {
    const answer = await fetch(`/arbiter/${what}`, { method: "POST", headers: { "X-Rehearsal": location.hash.slice(1) } });
    if (answer.ok) show(await answer.json());
    else said.textContent = "This address is none of the rehearsal that runs now. Open the one that the terminal shows.";
  } catch {
    said.textContent = "The rehearsal has ended. Begin it again in the terminal.";
  } finally {
    waiting = false;
    for (const control of controls) control.disabled = false;
  }
}

for (const button of bar.querySelectorAll("button")) button.addEventListener("click", () => ask(button.value));
channels.addEventListener("change", () => ask(`channel-${channels.value}`));
setInterval(() => { if (!document.hidden) ask("state"); }, 1000);
ask("state");
