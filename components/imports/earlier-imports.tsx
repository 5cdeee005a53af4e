"use client";

import type { ImportOfFile } from "@/lib/contract/imports";
import { IMPORT_SOURCE_NAMES, importedInWords } from "@/lib/core/imports/in-words";
import { formatCount } from "@/lib/core/text/pluralize";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { useCurrentUser } from "@/components/session/current-user";
import { Badge } from "@/components/ui/badge";
import { Bdi } from "@/components/ui/bdi";
import { List, ListRow } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { UndoImport } from "./undo-import";

export type EarlierImportsProps = {
  groupId: string;
  /** The newest ones. */
  imports: readonly ImportOfFile[];
  nextCursor: string | null;
};

/** The imports into a group, newest first: source, person, and time. The viewer can undo their own. */
export function EarlierImports({ groupId, imports, nextCursor }: EarlierImportsProps) {
  const { id } = useCurrentUser();
  const input = { query: { groupId } };
  const { rows, listRef, more } = useLoadMore("GET /api/imports", input, imports, nextCursor);
  if (rows.length === 0) return null;
  return (
    <Section id="imports-heading" heading="Earlier imports">
      <List ref={listRef}>
        {rows.map((row) => {
          const { _id, state, imported, total, createdBy, createdAt } = row;
          const mine = createdBy._id === id;
          const what = whatOf(row);
          return (
            <ListRow
              key={_id}
              title={what}
              detail={
                <>
                  {mine ? "You" : <Bdi>{createdBy.name}</Bdi>} · <RelativeTime at={createdAt} />
                  {state === "open" ? (
                    <span className="mt-1 block">
                      <Badge tone="sun">
                        Unfinished: {formatCount(imported)} of {formatCount(total)}
                      </Badge>
                    </span>
                  ) : null}
                </>
              }
              trailing={mine ? <UndoImport importId={_id} label={`Undo this import: ${what}`} /> : null}
            />
          );
        })}
      </List>
      <LoadMore {...more} label="Show more imports" />
    </Section>
  );
}

/** `412 expenses from Splitwise` */
function whatOf({ source, state, imported, expenses, payments }: ImportOfFile): string {
  if (imported > 0) return importedInWords({ expense: expenses, payment: payments }, source);
  return `No entries${state === "open" ? " yet" : ""}, from ${IMPORT_SOURCE_NAMES[source]}`;
}
