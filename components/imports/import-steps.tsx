"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Group } from "@/lib/contract/groups";
import type { ImportOfFile } from "@/lib/contract/imports";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { toLine } from "@/lib/core/text/text";
import { beginImport, type ImportPlan } from "./begin-import";
import { ImportProgress } from "./import-progress";
import { ImportResult } from "./import-result";
import { PlanForm, type PlanFormProps } from "./plan-form";
import { UnfinishedFile } from "./unfinished-file";
import { useImport } from "./use-import";

export type ImportStepsProps = Pick<
  PlanFormProps,
  "file" | "fileName" | "into" | "groups" | "initialIcon" | "onAgain"
> & {
  /** The viewer's imports into the group, or one of `groups`, that are not done. */
  unfinished: readonly ImportOfFile[];
};

type Started = {
  groupTitle: string;
  /** See ImportResult. */
  friends: readonly { name: string; position: number }[];
};

/** The steps after a file was read: choices, the import itself, and its result. */
export function ImportSteps({ unfinished, ...props }: ImportStepsProps) {
  const router = useRouter();
  const { file, fileName, into, groups, onAgain } = props;
  const { state, start, goOn } = useImport(file);
  /** The group that was created for the file, even if a later step failed. */
  const [created, setCreated] = useState<Group>();
  // Kept from the first render: the screen may be refreshed while rows are sent.
  const [found, setFound] = useState(() => unfinishedOf(file, unfinished));
  const titleOf = (groupId: string | null | undefined) =>
    into?.title ?? groups.find(({ _id }) => _id === groupId)?.title;
  const [started, setStarted] = useState<Started>(() => ({
    groupTitle: titleOf(found?.groupId) ?? "",
    friends: [],
  }));

  /** Not earlier: a failed refresh reloads the page, which loses the file and the result. */
  function leave() {
    onAgain();
    router.refresh();
  }

  switch (state.is) {
    case "ready":
    case "starting": {
      const busy = state.is === "starting";
      const problem = state.is === "ready" ? state.problem : null;
      if (found) {
        const begin = async () => found;
        return (
          <UnfinishedFile
            found={found}
            groupTitle={started.groupTitle}
            {...{ fileName, busy, problem, onAgain }}
            onContinue={() => start(begin)}
            onNew={() => setFound(undefined)}
          />
        );
      }
      const onStart = (plan: ImportPlan) => {
        setStarted({
          groupTitle: titleOf(plan.groupId) ?? (created ?? plan.group).title,
          friends: plan.choices.who.flatMap((id, position) => {
            const friend = plan.candidates.find(({ _id, is }) => _id === id && is === "friend");
            return friend ? [{ name: friend.name, position }] : [];
          }),
        });
        start((keyOf, signal) => beginImport(file, plan, { keyOf, signal, created, onCreated: setCreated }));
      };
      return <PlanForm {...props} created={created} busy={busy} problem={problem} onStart={onStart} />;
    }
    case "sending":
    case "stopped":
      return (
        <ImportProgress
          rows={state.rows}
          total={file.rows.length}
          waiting={state.is === "sending" ? state.waiting : null}
          problem={state.is === "stopped" ? state.problem : null}
          // The group's screen lists the import and can undo it.
          group={into ? null : { _id: state.groupId, title: started.groupTitle }}
          onContinue={goOn}
          onAgain={leave}
        />
      );
    case "done":
      return (
        <ImportResult
          {...{ file, ...started }}
          result={state.result}
          refused={state.refused}
          onAgain={leave}
        />
      );
  }
}

/** The unfinished import of this file: the same source and people in the same order, and as many rows. */
const unfinishedOf = (file: ImportFile, imports: readonly ImportOfFile[]): ImportOfFile | undefined =>
  imports.find(
    ({ state, source, total, people }) =>
      state === "open" &&
      source === file.source &&
      total === file.rows.length &&
      people.length === file.people.length &&
      // The server cleans the names of guests.
      people.every(({ name }, index) => toLine(name) === toLine(file.people[index]!.name)),
  );
