"use client";

import { call } from "@/lib/client/call";
import type { Activity } from "@/lib/contract/activity";
import { useCurrentUser } from "@/components/session/current-user";
import { useDeletion } from "@/components/refresh/use-deletion";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { LoadMore } from "@/components/ui/load-more";
import { Section } from "@/components/ui/section";
import { shortNames } from "@/components/people/short-names";
import { ActivityRow } from "./activity-row";
import { CommentForm } from "./comment-form";
import { DayLists } from "./day-lists";

const deleteComment = (id: string) => call("DELETE /api/comments/{id}", { params: { id } });

export type ExpenseHistoryProps = { expenseId: string; rows: readonly Activity[]; nextCursor: string | null };

/** The history of an expense with its comments, and the form for a new one. */
export function ExpenseHistory({ expenseId, rows: rendered, nextCursor }: ExpenseHistoryProps) {
  const { id } = useCurrentUser();
  const name = "GET /api/expenses/{expenseId}/activity";
  const { rows: loaded, listRef, more } = useLoadMore(name, { params: { expenseId } }, rendered, nextCursor);
  const failure = "Failed to delete comment. Please try again.";
  const { rows, requestDeletion, dialog } = useDeletion(loaded, deleteComment, failure);
  const nameOf = shortNames(rows.flatMap(({ actor, people }) => [actor, ...people]));
  return (
    <Section id="history" heading="History" className="gap-4">
      <CommentForm expenseId={expenseId} />
      <DayLists rows={rows} listRef={listRef} heading="h3">
        {(activity, _, isToday) => (
          <ActivityRow
            key={activity._id}
            activity={activity}
            nameOf={nameOf}
            isToday={isToday}
            trailing={
              activity.kind === "comment" && activity.actor._id === id ? (
                <IconButton
                  icon="icon-trash"
                  tone="danger"
                  ref={keepFocus}
                  data-write
                  aria-label="Delete comment"
                  onClick={() => requestDeletion(activity)}
                />
              ) : null
            }
          />
        )}
      </DayLists>
      <LoadMore {...more} label="Show earlier history" />
      <ConfirmDialog {...dialog} question="Are you sure you want to delete this comment?" />
    </Section>
  );
}
