import type { ReactNode } from "react";
import { Icon } from "./icon";

/** Content that a press on its summary shows. Works without JavaScript. */
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
