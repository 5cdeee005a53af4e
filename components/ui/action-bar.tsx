import { clsx } from "clsx";
import type { ReactNode } from "react";

/**
 * The page's primary action. On a phone it stays at the bottom, above the safe area, after what follows it. Put it
 * directly inside Page or the form, or inside an element with `display: contents`.
 * @param phoneOnly hides it on wider screens, which have the action elsewhere
 */
export function ActionBar({ phoneOnly = false, children }: { phoneOnly?: boolean; children: ReactNode }) {
  return <div className={clsx("action-bar", phoneOnly && "sm:hidden")}>{children}</div>;
}
