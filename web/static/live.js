// What pages can do beyond being read: the reader's own hours, finding one's own name, and what is new without a reload.
// Every page says all that it has to say without this file.
"use strict";

const body = document.body;

// --- the reader's own hours -----------------------------------------------------------------------------------------

function zoneIn(language) {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: "long" }).formatToParts(new Date());
  return parts.find((one) => one.type === "timeZoneName").value;
}

function showOwnTimes(root) {
  const language = document.documentElement.lang;
  const forms = [
    ["data-day", { dateStyle: "medium" }],
    ["data-hour", { timeStyle: "short" }],
    ["datetime", { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" }],
  ];
  for (const time of root.querySelectorAll("time:not([title])")) {
    const [, form] = forms.find(([name]) => time.hasAttribute(name));
    time.title = time.textContent;
    time.textContent = new Intl.DateTimeFormat(language, form).format(new Date(time.dateTime));
  }
  const said = document.querySelector(".zone");
  if (said) said.textContent = `${body.dataset.zone} (${zoneIn(language)})`;
}

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

function howLongUntil(time) {
  const left = (new Date(time.dateTime) - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, one]) => left >= one) || UNITS[2];
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return left < 0 ? "" : words.format(Math.max(1, Math.round(left / size)), unit);
}

function countDown() {
  for (const said of document.querySelectorAll(".until")) said.textContent = howLongUntil(said.previousElementSibling);
}

// --- finding oneself ------------------------------------------------------------------------------------------------

const NAMES = ".nm, .b a.p, .b g.p";
const PLACES = "tr, .names li, .leaders li, .match, .b a.p, .b g.p, .podium li, .versus li";

function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

function remembered() {
  try { return localStorage.getItem("name") || ""; } catch { return ""; }
}

function remember(name) {
  try { localStorage.setItem("name", name); } catch { /* Some browsers keep nothing: then it holds for this page. */ }
}

function namesOf(element) {
  if (!element.matches("a.p, g.p")) return [element.textContent];
  const whole = element.querySelector("title");
  return [...(whole ? [whole.textContent] : []), ...[...element.querySelectorAll("text")].map((one) => one.textContent)];
}

function mark(wanted) {
  for (const one of document.querySelectorAll(".me")) one.classList.remove("me");
  if (wanted.length < 2) return [];
  const found = new Set();
  for (const element of document.querySelectorAll(NAMES)) {
    if (namesOf(element).some((name) => folded(name).includes(wanted))) found.add(element.closest(PLACES) || element);
  }
  for (const one of found) one.classList.add("me");
  return [...found];
}

function follow(event) {
  const text = event.target.closest && event.target.closest(".b .p text:not(.s, .q)");
  for (const one of document.querySelectorAll(".hl")) one.classList.remove("hl");
  if (!text || !text.textContent) return;
  for (const one of text.closest(".b").querySelectorAll(".p text:not(.s, .q)")) {
    if (one.textContent === text.textContent) one.classList.add("hl");
  }
}

// A page that has all names, read once; from a disk nothing can be fetched, and nothing is known of other pages.
const MOST_LINKS = 6;
let everybody = null;

async function readEverybody(address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
    return [...page.querySelectorAll(".names li, .people tr[id]")].map((one) => ({
      names: [...one.querySelectorAll(".nm")].map((each) => each.textContent),
      ways: one.id ? [new URL(`#${one.id}`, address)]
        : [...one.querySelectorAll("a")].map((each) => new URL(each.getAttribute("href"), address)),
    }));
  } catch { return []; }
}

function partOf(url) {
  return url.pathname.replace(/index\.html$/, "").replace(/p\d+\/$/, "");
}

async function elsewhere(address, wanted) {
  everybody = everybody || readEverybody(address);
  const found = [];
  for (const { names, ways } of await everybody) {
    const name = names.find((one) => folded(one).includes(wanted));
    // To another page of what is being read, where the name is there too; else to where it is listed.
    if (name) found.push([name, ways.find((one) => partOf(one) === partOf(new URL(location.href))) || ways[0]]);
  }
  return found;
}

function wayTo([name, address]) {
  const way = document.createElement("a");
  way.href = address;
  way.textContent = name;
  return way;
}

function setUpFinder() {
  const finder = document.querySelector(".finder");
  if (!finder) return mark(folded(remembered()));
  const input = finder.querySelector("input");
  const output = finder.querySelector("output");
  const lookElsewhere = async (wanted, jump) => {
    const found = await elsewhere(new URL(finder.dataset.everybody, location.href), wanted);
    if (folded(input.value) !== wanted || !found.length) return;
    if (jump) location.assign(found[0][1]);
    const ways = found.slice(0, MOST_LINKS).map(wayTo);
    output.replaceChildren(output.dataset.elsewhere, ...ways.flatMap((one) => [" ", one]));
  };
  const look = (jump) => {
    const wanted = folded(input.value);
    const found = mark(wanted);
    remember(input.value);
    output.textContent = wanted.length < 2 || found.length ? "" : output.dataset.none;
    if (output.textContent && finder.dataset.everybody) lookElsewhere(wanted, jump);
    if (jump && found.length) {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      found[0].scrollIntoView({ block: "center", inline: "center", behavior: still ? "auto" : "smooth" });
    }
  };
  finder.hidden = false;
  input.value = remembered();
  input.addEventListener("input", () => look(false));
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") look(true); });
  return look(location.hash === "#find");
}

// A bracket that is wider than the window begins with oneself, or else with what is played now.
function showWhatMatters(drawn) {
  const box = drawn.querySelector(".p.me") || drawn.querySelector(".p.n");
  if (!box || drawn.scrollWidth <= drawn.clientWidth) return;
  const [at, room] = [box.getBoundingClientRect(), drawn.getBoundingClientRect()];
  if (at.right > room.right) drawn.scrollLeft += at.left - room.left - (room.width - at.width) / 2;
}

// --- names that fit -------------------------------------------------------------------------------------------------

// The server cuts names by an estimate; where the reader's letters are wider, they are cut here once more.
function fitNames() {
  const long = [];
  for (const box of document.querySelectorAll(".b .p")) {
    const score = box.querySelector(".s");
    const end = score ? box.querySelector(".r").getBBox().x : box.querySelector("use").getBBox().width - 4;
    for (const name of box.querySelectorAll("text:not(.s):not(.q)")) {
      const room = end - name.getAttribute("x");
      if (name.getComputedTextLength() > room) long.push([box, name, fitting(name, room - 12)]);
    }
  }
  for (const [box, name, letters] of long) {
    if (!box.querySelector("title")) {
      const names = [...box.querySelectorAll("text:not(.s):not(.q)")].map((one) => one.textContent);
      box.prepend(document.createElementNS(box.namespaceURI, "title"));
      box.firstChild.textContent = names.join(" – ");
    }
    name.textContent = `${letters.trimEnd()}…`;
  }
}

function fitting(name, room) {
  const letters = [...name.textContent.replace(/…$/, "")];
  while (letters.length && name.getSubStringLength(0, letters.join("").length) > room) letters.pop();
  return letters.join("");
}

// --- what is new ----------------------------------------------------------------------------------------------------

const SPREAD = 1000; // Milliseconds: visitors who hear of a change at once do not all ask at once.
let isWaiting = false;
let isBehind = false;

function partsOf(root) {
  return [...root.querySelectorAll("[data-part]")];
}

function focusAgain(href) {
  const same = href && [...document.querySelectorAll("main a")].find((one) => one.getAttribute("href") === href);
  if (same && document.activeElement !== same) same.focus({ preventScroll: true });
}

function take(fresh) {
  const focused = document.activeElement && document.activeElement.closest("main a");
  const href = focused && focused.getAttribute("href");
  const before = partsOf(document);
  const after = partsOf(fresh);
  const isSame = before.map((one) => one.dataset.part).join() === after.map((one) => one.dataset.part).join();
  if (!isSame) {
    document.querySelector("main").replaceChildren(...fresh.querySelector("main").childNodes);
    setUpFinder();
  } else {
    before.forEach((one, number) => {
      const places = [...one.querySelectorAll(".scroll")].map((each) => [each.scrollLeft, each.scrollTop]);
      if (one.dataset.was === after[number].innerHTML) return;
      const was = after[number].innerHTML;
      one.replaceChildren(...after[number].childNodes);
      one.dataset.was = was;
      one.querySelectorAll(".scroll").forEach((each, place) => { [each.scrollLeft, each.scrollTop] = places[place] || [0, 0]; });
      showOwnTimes(one);
    });
  }
  everybody = null;
  fitNames();
  focusAgain(href);
  document.title = fresh.title;
  showOwnTimes(document);
  countDown();
  mark(folded(remembered()));
  const progress = document.querySelector(".progress");
  if (progress) document.querySelector(".news").textContent = progress.textContent;
}

async function refresh() {
  isWaiting = false;
  isBehind = false;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch { /* The line is down: the stream tells again when it is back. */ }
}

function hear() {
  if (document.hidden) { isBehind = true; return; }
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(refresh, Math.random() * SPREAD);
}

function listen() {
  const stream = new EventSource(body.dataset.live);
  // What changed before the line stood, or while it was cut, is told by nobody: the first word asks for it.
  stream.addEventListener("now", hear);
  stream.addEventListener("message", hear);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && isBehind) hear(); });
}

for (const part of partsOf(document)) part.dataset.was = part.innerHTML;
showOwnTimes(document);
fitNames();
setUpFinder();
for (const tab of document.querySelectorAll(".tabs a[aria-current], .chips a[aria-current]")) {
  const row = tab.closest("ul");
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
for (const drawn of document.querySelectorAll(".scroll.bracket")) showWhatMatters(drawn);
if (body.dataset.live && "EventSource" in window) listen();
