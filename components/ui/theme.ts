/** The key in local storage: "light" or "dark"; missing: the system theme. */
export const THEME_KEY = "theme";

/** Sets the selected theme on <html>; app/globals.css does the rest. Self-contained, because it is inlined as text. */
export function showTheme(): void {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    else delete dataset.theme;
  } catch {
    // Storage is blocked: use the system theme.
  }
}

/** An inline script that sets the theme before the first paint, and when it changes in any tab. */
export const themeScript = `(show => { show(); addEventListener("storage", show); })(${showTheme.toString()})`;

/** Stores the theme. @param theme null: the system theme */
export function chooseTheme(theme: "light" | "dark" | null): void {
  try {
    if (theme) localStorage.setItem(THEME_KEY, theme);
    else localStorage.removeItem(THEME_KEY);
  } catch {
    // Storage is blocked: the selection cannot be stored.
  }
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent("storage", { key: THEME_KEY }));
}
