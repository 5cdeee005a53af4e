import type { ReactNode } from "react";

/**
 * The page's primary action. On a phone it stays at the bottom, above the safe area; on wider screens it is at the
 * end of the page. Put it last inside Page or inside the form.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="action-bar">{children}</div>;
}
