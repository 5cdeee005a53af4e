import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { buttonLook } from "./button";

/** A quiet link to a file; the server names the file. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={buttonLook({ variant: "quiet" })}>
      <Download aria-hidden />
      <span>{children}</span>
    </a>
  );
}
