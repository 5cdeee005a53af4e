"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { Segmented } from "./segmented";

const options = [
  { value: "system", label: "System", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const;

const noChanges = () => () => {};

/** Chooses the colours: the system's, light or dark; kept on this device. */
export function ThemeToggle({ hideLegend = false }: { hideLegend?: boolean }) {
  const { theme, setTheme } = useTheme();
  // The server cannot know what was chosen: nothing is marked until the browser says.
  const inBrowser = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
  const value = options.find((option) => option.value === theme)?.value ?? "system";
  return (
    <Segmented
      legend="Appearance"
      hideLegend={hideLegend}
      options={options}
      value={inBrowser ? value : null}
      onChange={setTheme}
    />
  );
}
