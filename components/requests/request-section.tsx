import type { ReactNode } from "react";
import type { Page } from "@/lib/core/page";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { List } from "@/components/ui/list";
import { LoadMore, type LoadMoreProps } from "@/components/ui/load-more";
import { SectionHeading } from "@/components/ui/section";

export type RequestsProps<Request> = {
  /** The newest requests. */
  requests: Page<Request>;
  /** The message if there are no requests. Without it, nothing is rendered. */
  empty?: string | undefined;
};

export type RequestSectionProps = Pick<RequestsProps<unknown>, "empty"> & {
  id: string;
  heading: string;
  /** Beside the message; one picture is enough for a screen. */
  picture?: "requests";
  /** The heading is for screen readers only. */
  brief?: boolean | undefined;
  /** Shows the first rows only, and this above the rest, which a press on it shows. */
  fold?: string | undefined;
  /** Loads further requests. */
  more: LoadMoreProps;
  /** Renders a row for each request. */
  children: ReactNode[];
};

/** How many rows are shown at first. A single further one is not folded. */
const SHOWN = 3;

/** A list of pending requests, on the requests screen and where the red dots lead. */
export function RequestSection({
  id,
  heading,
  brief,
  fold,
  empty,
  picture,
  more,
  children,
}: RequestSectionProps) {
  if (children.length === 0 && empty === undefined) return null;
  const { listRef } = more;
  const shown = fold && children.length > SHOWN + 1 ? SHOWN : 0;
  const list = (
    <>
      <List ref={listRef}>{children.slice(shown)}</List>
      <LoadMore {...more} />
    </>
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      {brief ? (
        <h2 id={id} className="sr-only">
          {heading}
        </h2>
      ) : (
        <SectionHeading id={id}>{heading}</SectionHeading>
      )}
      {empty !== undefined && children.length === 0 ? (
        <EmptyState picture={picture} title={empty} />
      ) : shown > 0 ? (
        <>
          <List>{children.slice(0, shown)}</List>
          <Disclosure name={id} summary={fold}>
            <div className="flex flex-col gap-4">{list}</div>
          </Disclosure>
        </>
      ) : (
        list
      )}
    </section>
  );
}
