// The page is shown at the address that was wanted, so loading that address again is all that recovery takes.

const SECTIONS = {
  "/friends": ["/friends", "/add-friend", "/requests"],
  "/groups": ["/groups", "/create-group"],
  "/account": ["/account"],
};
const INTERVAL = 3000;

try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden: the system's theme stays.
}

for (const link of document.querySelectorAll("nav a")) {
  const screens = SECTIONS[link.getAttribute("href")];
  if (screens.some((path) => location.pathname === path || location.pathname.startsWith(`${path}/`)))
    link.setAttribute("aria-current", "page");
}

// Browsers believe to be online in any Wi-Fi, so the server is what is asked.
async function recover() {
  try {
    if (!(await fetch("/api/health", { cache: "no-store" })).ok) return;
    // Opened under its own address there is no screen to wait for.
    if (location.pathname.startsWith("/offline/")) location.replace("/friends");
    else location.reload();
  } catch {
    // Still no connection.
  }
}

addEventListener("online", recover);
setInterval(() => document.hidden || recover(), INTERVAL);
