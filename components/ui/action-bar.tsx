import type { ReactNode } from "react";

/**
 * The page's primary action. On a phone it stays at the bottom, above the safe area; on wider screens it is at the
 * end of the page. Put it last inside Page or inside the form.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="action-bar sticky bottom-0 z-10 -mx-4 mt-auto -mb-8 flex flex-col gap-2 border-t border-line bg-paper/90 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm sm:static sm:m-0 sm:flex-row sm:border-0 sm:bg-transparent sm:p-0 sm:backdrop-blur-none">
      {children}
    </div>
  );
}
