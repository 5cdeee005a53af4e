"use client";

import { useId, useState } from "react";
import { useCall } from "@/lib/client/use-call";
import { useCurrentUser } from "@/components/session/current-user";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Choice, named } from "@/components/ui/choice";
import { Day } from "@/components/ui/day";
import { DialogActions } from "@/components/ui/dialog";
import { keepFocus } from "@/components/ui/keep-focus";
import { LoadFailed } from "@/components/ui/load-failed";
import { Radio } from "@/components/ui/radio";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventRef, Target } from "./several";

export type ChooseEventProps = {
  /** Where the expenses are. */
  from: EventRef;
  /** Ids of people who must be in the group. */
  people?: readonly string[];
  busy: boolean;
  onChoose: (event: Target) => void;
  onCancel: () => void;
};

/** Chooses another open event: in the same group, or, on demand, in another one. */
export function ChooseEvent({ from, people = [], busy, onChoose, onCancel }: ChooseEventProps) {
  const { guest } = useCurrentUser();
  const name = useId();
  const [groupId, setGroupId] = useState(from.groupId);
  const [elsewhere, setElsewhere] = useState(false);
  const [chosen, setChosen] = useState<Target | null>(null);
  const groups = useCall("GET /api/groups", elsewhere ? {} : null);
  const events = useCall("GET /api/events", groupId ? { query: { groupId } } : null);
  const open = events.data?.filter(({ _id, closedAt }) => closedAt === null && _id !== from._id);
  const failed = [groups, events].filter(({ error }) => error !== undefined);
  const possible = groups.data?.filter(({ members }) =>
    people.every((one) => members.some(({ _id }) => _id === one)),
  );

  return (
    <>
      {possible ? (
        <Choice
          label="Group"
          none="Choose a group"
          options={possible.map(({ _id, title }) => named(_id, title))}
          value={possible.some(({ _id }) => _id === groupId) ? groupId : ""}
          onChange={({ target }) => {
            setGroupId(target.value);
            setChosen(null);
          }}
        />
      ) : null}
      {failed.length > 0 ? (
        <LoadFailed onRetry={() => failed.forEach(({ mutate }) => void mutate())} />
      ) : open ? (
        <fieldset className="min-w-0" disabled={busy}>
          <legend className="sr-only">To which event?</legend>
          {open.map(({ _id, title, date }) => (
            <Radio
              key={_id}
              name={name}
              checked={chosen?._id === _id}
              onChange={() => setChosen({ _id, groupId, title })}
            >
              <Bdi className="min-w-0 font-semibold wrap-anywhere">{title}</Bdi>
              <span className="text-sm text-muted">
                <Day iso={date} />
              </span>
            </Radio>
          ))}
          {open.length === 0 ? <p className="text-muted">This group has no other open event.</p> : null}
        </fieldset>
      ) : groupId ? (
        <Skeleton className="h-24 rounded-card" />
      ) : null}
      {guest || elsewhere ? null : (
        <Button ref={keepFocus} variant="quiet" className="self-start" onClick={() => setElsewhere(true)}>
          Another group
        </Button>
      )}
      <DialogActions>
        <Button
          data-write
          busy={busy}
          busyLabel="Moving…"
          disabled={!chosen}
          onClick={() => chosen && onChoose(chosen)}
        >
          Move
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}
