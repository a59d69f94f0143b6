// Shows the overlay anew whenever its event has changed. What comes is the same page, of which the stage is taken.

const AGAIN = 3000; // Milliseconds until what failed is tried again.

let shown = "";
let asking = false;
let stale = false;

async function refresh() {
  if (asking) {
    stale = true;
    return;
  }
  asking = true;
  do {
    stale = false;
    try {
      const answer = await fetch(location.href, { cache: "no-cache" });
      if (answer.ok) {
        show(await answer.text());
      } else if (answer.status === 404) {
        // The event is not shown any more: the stream goes on without it.
        document.getElementById("stage").replaceChildren();
        shown = "";
      } else {
        setTimeout(refresh, AGAIN);
      }
    } catch {
      setTimeout(refresh, AGAIN);
    }
  } while (stale);
  asking = false;
}

function show(text) {
  if (text === shown) {
    return;
  }
  shown = text;
  const page = new DOMParser().parseFromString(text, "text/html");
  if (page.querySelector("script").getAttribute("src") !== document.querySelector("script").getAttribute("src")) {
    // There is a newer script, and perhaps a newer style.
    location.reload();
    return;
  }
  document.getElementById("stage").replaceWith(page.getElementById("stage"));
}

function listen() {
  const news = new EventSource(document.body.dataset.live);
  for (const kind of ["now", "changed", "message"]) {
    news.addEventListener(kind, refresh);
  }
  news.addEventListener("error", () => {
    // A browser tries again by itself, unless it was refused.
    if (news.readyState === EventSource.CLOSED) {
      setTimeout(listen, AGAIN);
    }
  });
}

listen();
