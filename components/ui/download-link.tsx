import type { ReactNode } from "react";
import { buttonClass } from "./button";
import { Icon } from "./icon";

/** A quiet link to a file; the server names the file. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={buttonClass({ variant: "quiet" })}>
      <Icon className="icon-download" />
      <span>{children}</span>
    </a>
  );
}
