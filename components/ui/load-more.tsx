"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";
import { Button } from "./button";
import { focusOn, keepFocus } from "./keep-focus";
import { Notice } from "./notice";

export type LoadMoreProps = {
  /** The list, to focus the first new row; or the rows of several lists. */
  listRef: RefObject<{ readonly children: ArrayLike<Element> } | null>;
  /** The number of rows. */
  count: number;
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
  /** The button's text. */
  label: string;
};

/** A button that loads the next rows of a list, if there are any. */
export function LoadMore({ listRef, count, hasMore, loading, failed, onLoad, label }: LoadMoreProps) {
  /** The button, if it had the focus when it was pressed, and the number of rows at that time. */
  const asked = useRef<{ button: Element; count: number } | null>(null);

  useLayoutEffect(() => {
    if (!asked.current || count <= asked.current.count) return;
    focusOn(listRef.current?.children[asked.current.count], asked.current.button);
    asked.current = null;
  }, [count, listRef]);

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
