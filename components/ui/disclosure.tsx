import type { ReactNode } from "react";
import { Icon } from "./icon";

/** What is shown once its line is pressed; works without scripts. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>
        {summary}
        <Icon className="icon-chevron-right" />
      </summary>
      {children}
    </details>
  );
}
