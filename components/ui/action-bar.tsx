import { clsx } from "clsx";
import type { ReactNode } from "react";

/**
 * The page's primary action. On a phone it stays at the bottom, above the safe area; on wider screens it is at the
 * end of the page. Put it last inside Page or inside the form.
 * @param phoneOnly hides it on wider screens, which have the action elsewhere
 */
export function ActionBar({ phoneOnly = false, children }: { phoneOnly?: boolean; children: ReactNode }) {
  return <div className={clsx("action-bar", phoneOnly && "sm:hidden")}>{children}</div>;
}
