"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { eventRules } from "@/lib/contract/rules/events";
import { groupRules, MAX_GROUP_TITLE } from "@/lib/contract/rules/groups";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { IMPORT_SOURCE_NAMES } from "@/lib/core/imports/in-words";
import { previewOf } from "@/lib/core/imports/preview";
import { pluralize } from "@/lib/core/text/pluralize";
import { checkForm, type FormProblem } from "@/components/forms/check-form";
import { FormNotice } from "@/components/forms/form-notice";
import { useCurrentUser } from "@/components/session/current-user";
import { ActionBar } from "@/components/ui/action-bar";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { FileSummary } from "./file-summary";
import type { ImportPlan } from "./begin-import";
import { titleOf, type Into } from "./import-body";
import { useTarget, type ImportTarget } from "./import-target";
import { IntoFields } from "./into-fields";
import { candidatesOf, GUEST, membersOf } from "./match-people";
import { PeopleChoices } from "./people-choices";
import { useFocusedHeading } from "./use-focused-heading";
import { WhereFields } from "./where-fields";

export type PlanFormProps = {
  file: ImportFile;
  fileName: string;
  /** null: a new group, or one of `groups`. */
  into: { _id: string; title: string } | null;
  groups: readonly { _id: string; title: string }[];
  initialIcon: string;
  /** The new group, if a later step failed. */
  created: { title: string } | undefined;
  busy: boolean;
  /** Why the import could not begin. */
  problem: FormProblem | null;
  onStart: (plan: ImportPlan) => void;
  onAgain: () => void;
};

/** The review before an import: the file, who its people are, and where it goes. */
export function PlanForm(props: PlanFormProps) {
  const { file, fileName, groups, initialIcon, created, busy, problem: failed, onStart, onAgain } = props;
  const { id, name } = useCurrentUser();
  const form = useRef<HTMLFormElement>(null);
  const [groupId, setGroupId] = useState(props.into?._id ?? null);
  const [group, setGroup] = useState(() => ({
    title: titleOf(file, fileName, MAX_GROUP_TITLE),
    icon: initialIcon,
  }));
  const [into, setInto] = useState<{ into: Into; title: string; eventId: string }>({
    into: file.events.length > 0 ? "events" : "new",
    title: `Imported from ${IMPORT_SOURCE_NAMES[file.source]}`,
    eventId: "",
  });
  /** By group, because groups differ in their members. */
  const [chosen, setChosen] = useState<{ groupId: string | null; who: readonly string[] } | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  useFocusedHeading("file-heading");

  const loaded = useTarget(groupId);
  const { members, events, friends } = loaded.target ?? NOTHING;
  const candidates = candidatesOf({ _id: id, name }, members, friends);
  const known = new Set([GUEST, ...candidates.map(({ _id }) => _id)]);
  const names = file.people.map((person) => person.name);
  const matched = membersOf(names, candidates);
  // A person who was chosen may have left since.
  const who =
    chosen?.groupId === groupId
      ? chosen.who.map((one, at) => (known.has(one) ? one : matched[at]!))
      : matched;
  const preview = previewOf(file);
  const eventId = events.some(({ _id }) => _id === into.eventId) ? into.eventId : (events[0]?._id ?? "");
  const kind = into.into === "event" && !eventId ? "new" : into.into;

  function submit() {
    const found =
      (groupId === null ? checkForm(groupRules, group) : null) ??
      (kind === "new" ? prefixed(checkForm({ title: eventRules.title }, { title: into.title })) : null);
    flushSync(() => setProblem(found));
    if (found) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    else {
      const choices = { who, into: kind, title: into.title, date: preview.until!, eventId };
      onStart({ groupId, group, choices, candidates });
    }
  }
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined);
  const count = file.rows.length;

  return (
    <form
      ref={form}
      noValidate
      method="dialog"
      className="flex max-w-2xl flex-1 flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Section id="file-heading" heading={<Bdi>{file.title ?? fileName}</Bdi>}>
        <FileSummary file={file} preview={preview} />
        <Button
          ref={keepFocus}
          variant="quiet"
          className="-mx-4 self-start"
          disabled={busy}
          onClick={onAgain}
        >
          Choose another file
        </Button>
      </Section>
      {count === 0 ? <Notice tone="warning">There is nothing to import in this file.</Notice> : null}
      {created ? (
        <Notice tone="success">
          The group <Bdi className="font-bold">{created.title}</Bdi> was created. The file goes there.
        </Notice>
      ) : props.into ? null : (
        <WhereFields
          group={{ ...group, errorOf, onChange: (change) => setGroup({ ...group, ...change }) }}
          groups={groups}
          groupId={groupId}
          onChange={setGroupId}
        />
      )}
      {loaded.failed ? <LoadFailed onRetry={loaded.retry} /> : null}
      {loaded.target === null ? (
        <Skeleton className="h-64 rounded-card" />
      ) : (
        <>
          <PeopleChoices
            people={preview.people}
            candidates={candidates}
            who={who}
            onChange={(now) => setChosen({ groupId, who: now })}
          />
          <IntoFields
            {...into}
            into={kind}
            eventId={eventId}
            ownEvents={file.events.length}
            events={events}
            error={errorOf("eventTitle")}
            onChange={(change) => setInto({ ...into, ...change })}
          />
        </>
      )}
      <FormNotice problem={failed} unsaved="Sign in in another tab, then press Import again." />
      <ActionBar>
        <Button
          ref={keepFocus}
          type="submit"
          busy={busy}
          busyLabel="Starting…"
          disabled={loaded.target === null || count === 0}
        >
          Import {pluralize(count, "entry", "entries")}
        </Button>
      </ActionBar>
    </form>
  );
}

const NOTHING: ImportTarget = { members: [], events: [], friends: [] };

/** Distinguishes the event's title from the group's. */
const prefixed = (problem: FormProblem | null): FormProblem | null =>
  problem && { ...problem, field: "eventTitle" };
