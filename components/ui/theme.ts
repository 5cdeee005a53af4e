/** The key in local storage: "light" or "dark"; absent: the system's theme. */
export const THEME_KEY = "theme";

/** Sets the chosen theme on <html>; CSS does the rest (app/globals.css). Self-contained: it is inlined as text. */
export function showTheme(): void {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    else delete dataset.theme;
  } catch {
    // Storage is forbidden: the system's theme.
  }
}

/** For an inline script: sets the theme before the first paint, and whenever it changes, in any tab. */
export const themeScript = `(show => { show(); addEventListener("storage", show); })(${showTheme.toString()})`;

/** @param theme null: the system's theme */
export function chooseTheme(theme: "light" | "dark" | null): void {
  try {
    if (theme) localStorage.setItem(THEME_KEY, theme);
    else localStorage.removeItem(THEME_KEY);
  } catch {
    // Storage is forbidden: nothing can be chosen.
  }
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent("storage", { key: THEME_KEY }));
}
