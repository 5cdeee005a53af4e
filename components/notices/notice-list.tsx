"use client";

import type { Route } from "next";
import { useState } from "react";
import type { Notice } from "@/lib/contract/notices";
import type { NoticeKind } from "@/lib/core/notices";
import { DayLists } from "@/components/activity/day-lists";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { Sentence } from "@/components/ui/bdi";
import { Icon } from "@/components/ui/icon";
import { ListRow } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { RelativeTime } from "@/components/ui/relative-time";

// Written out, so that Tailwind finds each class.
const ICONS: Readonly<Record<NoticeKind, string>> = {
  charged: "icon-receipt-text",
  paid: "icon-hand-coins",
  invited: "icon-user-plus",
  joined: "icon-user-check",
  comment: "icon-message-circle",
  closing: "icon-lock",
  repeating: "icon-rotate-cw",
  reminder: "icon-bell",
  summary: "icon-chart-column",
};

export type NoticeListProps = {
  rows: readonly Notice[];
  nextCursor: string | null;
};

/** The viewer's notices, latest first. New ones stay marked until the viewer leaves the screen. */
export function NoticeList({ rows: rendered, nextCursor }: NoticeListProps) {
  const { rows, listRef, more } = useLoadMore("GET /api/users/notices", {}, rendered, nextCursor);
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const fresh = rendered.filter(({ read }) => !read).map(({ _id }) => _id);
  if (fresh.some((id) => !unread.has(id))) setUnread(new Set([...unread, ...fresh]));
  return (
    <>
      <DayLists rows={rows} listRef={listRef}>
        {({ _id, kind, text, path, at }, _, isToday) => (
          <ListRow
            key={_id}
            href={path as Route}
            leading={
              <span className="relative self-start">
                <Icon className={`${ICONS[kind]} size-6 text-muted`} />
                {unread.has(_id) ? (
                  <span className="unread-dot -top-1 -right-1">
                    <span className="sr-only">New: </span>
                  </span>
                ) : null}
              </span>
            }
            title={
              <span dir="auto" className="block font-semibold text-pretty whitespace-pre-line wrap-anywhere">
                <Sentence>{text}</Sentence>
              </span>
            }
            detail={isToday ? <RelativeTime at={at} /> : null}
          />
        )}
      </DayLists>
      <LoadMore {...more} label="Show earlier notifications" />
    </>
  );
}
