import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { List } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";

export type RequestsProps<Request> = {
  requests: readonly Request[];
  /** The message if there are no requests. Without it, nothing is rendered. */
  empty?: string | undefined;
};

export type RequestSectionProps = Pick<RequestsProps<unknown>, "empty"> & {
  id: string;
  heading: string;
  /** Renders a row for each request. */
  children: ReactNode[];
};

/** A list of pending requests, on the requests screen and where the red dots lead. */
export function RequestSection({ id, heading, empty, children }: RequestSectionProps) {
  if (children.length === 0 && empty === undefined) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <SectionHeading id={id}>{heading}</SectionHeading>
      {empty === undefined || children.length > 0 ? (
        <List>{children}</List>
      ) : (
        <EmptyState picture="requests" title={empty} />
      )}
    </section>
  );
}
