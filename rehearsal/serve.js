// The bar above the channel: the pretended clock, how far it jumps, and which channel is shown.
const bar = document.getElementById("arbiter-bar");
const clock = bar.querySelector("time"), said = bar.querySelector("output"), channels = bar.querySelector("select");
let looking = false, presses = 0, asked = Promise.resolve();

function show(state) {
  if (state.key !== location.hash.slice(1)) { location.hash = state.key; return; }
  clock.textContent = state.clock;
  clock.dateTime = state.moment;
  clock.title = `The server's clock: ${state.zone}`;
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
  try {
    const answer = await fetch(`/arbiter/${what}`, { method: "POST", headers: { "X-Rehearsal": location.hash.slice(1) } });
    if (answer.ok) show(await answer.json());
    else said.textContent = "This address is none of the rehearsal that runs now. Open the one that the terminal shows.";
  } catch {
    said.textContent = "The rehearsal has ended. Begin it again in the terminal.";
  }
}

// A press waits for the one before, and for no look at the clock: none is lost while the page is still loading.
function press(what) {
  presses += 1;
  bar.setAttribute("aria-busy", "true");
  asked = asked.then(() => ask(what)).finally(() => { presses -= 1; bar.setAttribute("aria-busy", String(presses > 0)); });
}

async function look() {
  if (looking || presses) return;
  looking = true;
  await ask("state");
  looking = false;
}

for (const button of bar.querySelectorAll("button")) button.addEventListener("click", () => press(button.value));
channels.addEventListener("change", () => press(`channel-${channels.value}`));
setInterval(() => { if (!document.hidden) look(); }, 1000);
look();
