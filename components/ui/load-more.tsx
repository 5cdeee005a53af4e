"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";
import { Button } from "./button";
import { focusOn, keepFocus } from "./keep-focus";
import { Notice } from "./notice";

export type LoadMoreProps = {
  /** The list, to focus the first new row; or the rows of several lists. */
  listRef: RefObject<HTMLUListElement | null>;
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
  /** The button's text. */
  label: string;
};

/** A button that loads the next rows of a list, if there are any. */
export function LoadMore({ listRef, hasMore, loading, failed, onLoad, label }: LoadMoreProps) {
  /** The button, if it had the focus when it was pressed, and the number of rows at that time. */
  const asked = useRef<{ button: Element; count: number } | null>(null);

  useLayoutEffect(() => {
    const firstNew = asked.current && listRef.current?.children[asked.current.count];
    if (!firstNew) return;
    focusOn(firstNew, asked.current?.button);
    asked.current = null;
  });

  return (
    <>
      {failed ? <Notice tone="error">Failed to load data.</Notice> : null}
      {hasMore ? (
        <Button
          ref={keepFocus}
          variant="secondary"
          className="self-center"
          busy={loading}
          busyLabel="Loading..."
          onClick={({ currentTarget: button }) => {
            const count = listRef.current?.children.length ?? 0;
            asked.current = document.activeElement === button ? { button, count } : null;
            onLoad();
          }}
        >
          {label}
        </Button>
      ) : null}
    </>
  );
}
