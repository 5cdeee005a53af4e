"use client";

import { useSyncExternalStore } from "react";
import { Segmented } from "./segmented";
import { showTheme } from "./theme";

/** The key in local storage: "light" or "dark"; missing: the system theme. */
const THEME_KEY = "theme";

const options = [
  { value: "system", label: "System", icon: "icon-monitor" },
  { value: "light", label: "Light", icon: "icon-sun" },
  { value: "dark", label: "Dark", icon: "icon-moon" },
] as const;

function subscribe(onChange: () => void) {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}

const chosen = () => options.find(({ value }) => value === document.documentElement.dataset.theme)?.value;

/** Selects the theme: system, light, or dark; stored on this device. */
export function ThemeToggle() {
  const value = useSyncExternalStore(
    subscribe,
    () => chosen() ?? "system",
    // The server does not know the selection, so nothing is marked until hydration.
    () => null,
  );
  return (
    <Segmented
      legend="Appearance"
      options={options}
      value={value}
      onChange={(theme) => chooseTheme(theme === "system" ? null : theme)}
    />
  );
}

/** Stores the theme. @param theme null: the system theme */
function chooseTheme(theme: "light" | "dark" | null): void {
  try {
    if (theme) localStorage.setItem(THEME_KEY, theme);
    else localStorage.removeItem(THEME_KEY);
  } catch {
    // Storage is blocked: the selection cannot be stored.
  }
  showTheme();
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent("storage", { key: THEME_KEY }));
}
