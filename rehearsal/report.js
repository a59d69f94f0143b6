// The page reads without this: it filters, searches, and opens what is asked for.
const form = document.querySelector("form.filters");
const scenes = [...document.querySelectorAll("details.scene")].map(box => ({
  box,
  lines: [...box.querySelectorAll(":scope > .lines > *")],
  link: document.querySelector(`.rail a[href="#${box.id}"]`),
  opened: box.open,
}));
const asked = name => form.elements[name].value;
let narrowed = false;

function fits(line, want) {
  return (!want.who || line.dataset.who.split(" ").includes(want.who))
    && (!want.place || line.dataset.place === want.place)
    && (!want.kind || line.dataset.kind.split(" ").includes(want.kind))
    && (!want.words || line.textContent.toLowerCase().includes(want.words));
}

function sift() {
  const want = { who: asked("who"), place: asked("place"), kind: asked("kind"), words: asked("words").trim().toLowerCase() };
  const narrow = Object.values(want).some(Boolean);
  let shown = 0, all = 0;
  for (const scene of scenes) {
    let here = 0, day = null;
    for (const line of scene.lines) {
      if (!line.dataset.kind) { line.hidden = narrow; day = line; continue; }
      const fit = !narrow || fits(line, want);
      line.hidden = !fit;
      all += 1;
      if (!fit) continue;
      here += 1;
      if (day) day.hidden = false;
      // Who follows one person wants to read what that person alone was told.
      const fold = line.querySelector(":scope > details");
      if (fold) fold.open = narrow && (want.kind === "told" || want.kind === "letter" || Boolean(want.who));
    }
    shown += here;
    if (narrow && !narrowed) scene.opened = scene.box.open;
    scene.box.open = narrow ? here > 0 : scene.opened;
    scene.box.hidden = narrow && !here;
    if (scene.link) scene.link.parentElement.classList.toggle("empty", narrow && !here);
  }
  narrowed = narrow;
  form.elements.back.hidden = !narrow;
  document.getElementById("found").textContent =
    narrow ? (shown ? form.dataset.found.replace("{shown}", shown).replace("{all}", all) : form.dataset.nothingFits) : "";
}

function openTo(id) {
  const target = id && document.getElementById(id);
  if (!target) return;
  if (target.closest("[hidden]")) { form.reset(); sift(); }
  for (let box = target; box; box = box.parentElement?.closest("details")) if (box.tagName === "DETAILS") box.open = true;
  const fold = target.querySelector(":scope > details");
  if (fold) fold.open = true;
  target.scrollIntoView();
}

let waiting;
form.hidden = false;
form.addEventListener("input", event => {
  clearTimeout(waiting);
  waiting = setTimeout(sift, event.target.name === "words" ? 180 : 0);
});
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(sift));
form.elements.all.addEventListener("click", () => {
  const open = scenes.some(scene => !scene.box.hidden && !scene.box.open);
  for (const scene of scenes) if (!scene.box.hidden) scene.box.open = open;
});
for (const scene of scenes) scene.box.addEventListener("toggle", () => {
  form.elements.all.textContent = scenes.some(one => !one.box.hidden && !one.box.open) ? form.dataset.openAll : form.dataset.foldAll;
});
document.addEventListener("click", event => {
  const link = event.target.closest('a[href^="#"]');
  if (link) openTo(link.hash.slice(1));
});
addEventListener("hashchange", () => openTo(location.hash.slice(1)));
addEventListener("keydown", event => {
  if (event.key === "/" && !event.target.closest("input, select")) {
    event.preventDefault();
    form.elements.words.focus();
  }
});
const near = new Set();
const watch = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) near[isIntersecting ? "add" : "delete"](target);
  const current = scenes.find(scene => near.has(scene.box));
  for (const scene of scenes)
    if (scene === current) scene.link?.setAttribute("aria-current", "true");
    else scene.link?.removeAttribute("aria-current");
}, { rootMargin: "-20% 0px -60% 0px" });
for (const scene of scenes) watch.observe(scene.box);
if (location.hash) openTo(location.hash.slice(1));
sift();
