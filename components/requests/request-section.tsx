import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { List } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";

export type RequestSectionProps = {
  id: string;
  heading: string;
  /** Said where nobody asks. */
  empty: string;
  /** A row for each request. */
  children: ReactNode[];
};

/** One of the two lists of the requests screen. */
export function RequestSection({ id, heading, empty, children }: RequestSectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <SectionHeading id={id}>{heading}</SectionHeading>
      {children.length > 0 ? <List>{children}</List> : <EmptyState picture="requests" title={empty} />}
    </section>
  );
}
