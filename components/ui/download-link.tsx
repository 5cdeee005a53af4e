import type { ReactNode } from "react";
import { buttonClass } from "./button";
import { Icon } from "./icon";

/** A quiet link to a file. The server provides the file name. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={buttonClass({ variant: "quiet" })}>
      <Icon className="icon-download" />
      <span>{children}</span>
    </a>
  );
}
