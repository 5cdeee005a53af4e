"use client";

import { useState } from "react";
import type { ImportOfFile } from "@/lib/contract/imports";
import type { ImportFile, RefusedRow } from "@/lib/core/imports/import-file";
import { entriesInWords } from "@/lib/core/imports/in-words";
import { formatCount } from "@/lib/core/text/pluralize";
import { eventPath, groupPath } from "@/lib/paths";
import { NewLink } from "@/components/links/new-link";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { keepFocus } from "@/components/ui/keep-focus";
import { List } from "@/components/ui/list";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { RefusedRows } from "./refused-rows";
import { UndoImport } from "./undo-import";
import { useFocusedHeading } from "./use-focused-heading";

export type ImportResultProps = {
  file: ImportFile;
  result: ImportOfFile;
  /** The rows that the server refused. */
  refused: readonly RefusedRow[];
  groupTitle: string;
  /** Friends who were chosen, with the positions in the file of the guests whom they can claim. */
  friends: readonly { name: string; position: number }[];
  onAgain: () => void;
};

/** The result of an import: what was imported, what was not and why, links to it, and undo. */
export function ImportResult({ file, result, refused, groupTitle, friends, onAgain }: ImportResultProps) {
  const [undone, setUndone] = useState(false);
  useFocusedHeading(undone ? "undone-heading" : "result-heading");
  const { _id, groupId, imported, events } = result;
  const left = [...file.refused, ...refused].sort((a, b) => a.row - b.row);
  const [event, ...others] = events;

  if (undone) {
    return (
      <Section id="undone-heading" heading="The import was undone" className="max-w-2xl gap-4">
        <p>Everything it added has been removed.</p>
        <div className="flex flex-col gap-3 sm:flex-row">
          <ButtonLink href={groupPath(groupId)}>Open the group</ButtonLink>
          <Button ref={keepFocus} variant="secondary" onClick={onAgain}>
            Choose another file
          </Button>
        </div>
      </Section>
    );
  }
  return (
    <Section
      id="result-heading"
      heading={imported > 0 ? "Imported" : "Nothing new"}
      className="max-w-2xl gap-6"
    >
      <Notice tone={imported > 0 ? "success" : "warning"} role="status">
        {sentenceOf(file, result, refused)}
      </Notice>
      {left.length > 0 ? <RefusedRows name="refused-rows" rows={left} /> : null}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {event && others.length === 0 ? (
          <ButtonLink href={eventPath(groupId, event._id)}>
            Open <Bdi>{event.title}</Bdi>
          </ButtonLink>
        ) : (
          <ButtonLink href={groupPath(groupId)}>
            Open <Bdi>{groupTitle}</Bdi>
          </ButtonLink>
        )}
        {imported > 0 ? <UndoImport importId={_id} onUndone={() => setUndone(true)} /> : null}
      </div>
      {friends.length > 0 ? (
        <Section id="links-heading" heading="Invite your friends">
          <p className="text-muted">
            They&apos;re guests for now. When they open their own link, their share moves to their account.
          </p>
          <List>
            {friends.map(({ name, position }) => (
              <li key={position} className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
                <Bdi className="min-w-0 font-bold wrap-anywhere">{name}</Bdi>
                <NewLink groupId={groupId} title={groupTitle} guest={result.people[position]!.person} />
              </li>
            ))}
          </List>
        </Section>
      ) : null}
    </Section>
  );
}

/**
 * `412 expenses and 30 payments imported, 3 already in the group, 2 left out.`
 * @param refused the rows that the server refused; those that the file's reader refused are added
 */
function sentenceOf(file: ImportFile, result: ImportOfFile, refused: readonly RefusedRow[]): string {
  const { imported, expenses, payments } = result;
  const skipped = file.rows.length - imported - refused.length;
  const left = file.refused.length + refused.length;
  const parts = [
    `${imported > 0 ? entriesInWords({ expense: expenses, payment: payments }) : "Nothing"} imported`,
    ...(skipped > 0 ? [`${formatCount(skipped)} already in the group`] : []),
    ...(left > 0 ? [`${formatCount(left)} left out`] : []),
  ];
  return `${parts.join(", ")}.`;
}
