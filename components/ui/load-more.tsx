"use client";

import { Button } from "./button";
import { keepFocus } from "./keep-focus";
import { Notice } from "./notice";

export type LoadMoreProps = {
  list: { hasMore: boolean; loading: boolean; failed: boolean; loadMore: () => void };
  /** The button's text. */
  label: string;
};

/** The button that loads the next rows of a list, as long as there are any. */
export function LoadMore({ list, label }: LoadMoreProps) {
  return (
    <>
      {list.failed ? <Notice tone="error">Failed to load data.</Notice> : null}
      {list.hasMore ? (
        <Button
          ref={keepFocus}
          variant="quiet"
          className="self-center"
          busy={list.loading}
          busyLabel="Loading..."
          onClick={list.loadMore}
        >
          {label}
        </Button>
      ) : null}
    </>
  );
}
