/**
 * Sets the theme that components/ui/theme-toggle.tsx stored; app/globals.css does the rest, and ignores other values.
 * Self-contained, because it is inlined as text.
 */
export function showTheme(): void {
  try {
    document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
  } catch {
    // Storage is blocked: use the system theme.
  }
}

/** An inline script that sets the theme before the first paint, and when it changes in any tab. */
export const themeScript = () =>
  `(show => { show(); addEventListener("storage", show); })(${showTheme.toString()});`;
