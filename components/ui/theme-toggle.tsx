"use client";

import { useSyncExternalStore } from "react";
import { Icon } from "./icon";
import { Segmented } from "./segmented";
import { chooseTheme } from "./theme";

const options = [
  { value: "system", label: "System", icon: <Icon className="icon-monitor" /> },
  { value: "light", label: "Light", icon: <Icon className="icon-sun" /> },
  { value: "dark", label: "Dark", icon: <Icon className="icon-moon" /> },
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
