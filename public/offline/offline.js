// The page is shown at the requested URL, so reloading it is all that recovery takes.

const SECTIONS = {
  "/friends": ["/friends", "/activity", "/add", "/add-friend", "/requests"],
  "/groups": ["/groups", "/create-group", "/create-event"],
  "/account": ["/account"],
};
const INTERVAL = 3000;

try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system theme stays.
}

// A guest whose place someone takes is of a group.
const path = /^\/friends\/[^/]+\/claim$/.test(location.pathname) ? "/groups" : location.pathname;
for (const link of document.querySelectorAll("nav a")) {
  const screens = SECTIONS[link.getAttribute("href")];
  if (screens.some((screen) => path === screen || path.startsWith(`${screen}/`)))
    link.setAttribute("aria-current", "page");
}

// The balances of the home screen when it was last open, of the person who is signed in.
try {
  const { user, at, rows } = JSON.parse(localStorage.getItem("balances"));
  if (rows.length > 0 && user === JSON.parse(localStorage.getItem("user"))._id) {
    const day = new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
    document.querySelector("h2").textContent = `Your balances on ${day}`;
    const items = rows.map(({ name, words, amount }) => {
      const item = document.createElement("li");
      const [who, what] = [document.createElement("bdi"), document.createElement("span")];
      who.textContent = name;
      what.textContent = `${words} ${amount}`;
      item.append(who, what);
      return item;
    });
    document.querySelector("ul").replaceChildren(...items);
    document.querySelector("section").hidden = false;
  }
} catch {
  // There are none.
}

// What the person entered without a connection. It is sent once a screen is open again.
try {
  const prefix = `evenly:draft:${JSON.parse(localStorage.getItem("user"))._id}:outbox:`;
  const items = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  const waiting = items.filter((key) => !JSON.parse(localStorage.getItem(key)).refusal).length;
  const note = document.querySelector(".waiting");
  note.textContent = `${waiting} expense${waiting === 1 ? "" : "s"} waiting to be sent.`;
  note.hidden = waiting === 0;
} catch {
  // There is nothing.
}

// Browsers report any Wi-Fi as online, so poll the server instead.
async function recover() {
  try {
    if (!(await fetch("/api/health", { cache: "no-store" })).ok) return;
    // Opened under its own URL, it has no screen to wait for.
    if (location.pathname.startsWith("/offline/")) location.replace("/friends");
    else location.reload();
  } catch {
    // Still offline.
  }
}

addEventListener("online", recover);
setInterval(() => document.hidden || recover(), INTERVAL);
