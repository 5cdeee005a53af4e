"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "@/lib/client/call";
import type { NewLink } from "@/lib/contract/links";
import type { Person } from "@/lib/contract/people";
import { isolate } from "@/lib/core/text/isolate";
import { eventPath } from "@/lib/paths";
import { LINK_DAYS } from "@/lib/link-paths";
import { Avatar } from "@/components/people/avatar";
import { shortNames } from "@/components/people/short-names";
import { usePending } from "@/components/refresh/use-pending";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { IconLink } from "@/components/ui/icon-button";
import { focusOn } from "@/components/ui/keep-focus";
import { Title } from "@/components/ui/title";
import { QrCode } from "./qr-code";
import { takeWanted } from "./table-mode-link";

/** The most people on the beam; before them is how many more there are. */
const ON_BEAM = 8;

/** The latest link of this tab, which is told only once. */
let created: (NewLink & { groupId: string }) | undefined;

export type TableScreenProps = {
  group: { _id: string; title: string };
  eventId: string;
  /** The ids of the group's links that work. */
  links: readonly string[];
  /** Those who take part, in the order in which they joined the group. */
  here: readonly Person[];
  /** Guests whom a member has added, and as whom nobody takes part yet. */
  expected: readonly Person[];
};

/** A phone in the middle of the table: the group's link as a QR code, and everyone who joins hops onto the beam. */
export function TableScreen({ group, eventId, links, here, expected }: TableScreenProps) {
  const router = useRouter();
  const { pending, run } = usePending();
  const link = created?.groupId === group._id && links.includes(created._id) ? created : null;
  const [before] = useState(() => new Set(here.map(({ _id }) => _id)));
  const create = async () => {
    const params = { groupId: group._id };
    created = { ...(await call("POST /api/groups/{groupId}/links", { params, body: {} })), ...params };
    return router.refresh;
  };
  const opened = useEffectEvent(() => {
    if (takeWanted(group._id) && !link) void run("link", create);
  });
  useEffect(() => opened(), []);
  useEffect(stayAwake, []);

  const joined = here.filter(({ _id }) => !before.has(_id));
  const people = [...here.filter(({ _id }) => before.has(_id)), ...joined];
  const nameOf = shortNames([...here, ...expected]);
  const namesOf = (some: readonly Person[]) => listOf(some.map(({ _id }) => isolate(nameOf(_id))));
  return (
    <main
      id="main"
      data-live
      className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col gap-4 px-4 pt-2 pb-8 sm:px-6"
    >
      <div className="flex items-center gap-2">
        <h1 className="page-title line-clamp-2 min-w-0 flex-1 max-sm:text-[min(1.5rem,12vw)] max-sm:leading-tight">
          <span className="sr-only">Table mode: </span>
          <Title>{group.title}</Title>
        </h1>
        <IconLink icon="icon-x" href={eventPath(group._id, eventId)} aria-label="Close table mode" />
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-evenly items-center gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="flex flex-col items-center gap-3 text-center">
          {link ? (
            <>
              <QrCode svg={link.qr} size={560} className="size-[min(100%,52dvh)] lg:size-[min(100%,70dvh)]" />
              {/* The button that had the focus is gone. */}
              <p ref={focusOn} className="text-lg font-bold">
                Scan to join.
              </p>
            </>
          ) : (
            <>
              <p className="text-balance">
                For {LINK_DAYS} days, whoever scans the code can join: with an account, as your friend;
                without one, as a guest.
              </p>
              <Button
                data-write
                icon="icon-plus"
                busy={"link" in pending}
                busyLabel="Creating…"
                onClick={() => void run("link", create)}
              >
                Show the QR code
              </Button>
            </>
          )}
        </div>
        <div className="flex flex-col items-center text-center">
          <ul
            role="list"
            aria-label="On the beam"
            className="flex flex-wrap-reverse items-end justify-center gap-x-1"
          >
            {people.length > ON_BEAM ? (
              <li className="self-center px-2 text-lg font-bold">+{people.length - ON_BEAM}</li>
            ) : null}
            {people.slice(-ON_BEAM).map((person) => (
              <li
                key={person._id}
                className="flex w-19 animate-drop flex-col items-center gap-1 pt-2 lg:w-24"
              >
                <Bdi className="max-w-full truncate text-sm font-bold lg:text-base">{nameOf(person._id)}</Bdi>
                <Avatar name={person.name} picture={person.picture} size="lg" />
              </li>
            ))}
          </ul>
          <span aria-hidden className="h-4 w-full max-w-lg rounded-full border-2 border-ink bg-brand" />
          <span aria-hidden className="h-6 w-9 bg-sun [clip-path:polygon(50%_0,100%_100%,0_100%)]" />
          <p role="status" className="mt-2 min-h-7 text-lg font-bold">
            {joined.length > 0 ? <Sentence>{`${namesOf(joined)} joined.`}</Sentence> : null}
          </p>
          {expected.length > 0 ? (
            <p className="text-balance text-muted">
              <Sentence>{`Not here yet: ${namesOf(expected)}`}</Sentence>
            </p>
          ) : null}
        </div>
      </div>
    </main>
  );
}

/** Names as a list; of many, the first few and how many more. */
function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 5);
  const rest = names.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

/** Keeps the screen on while the page is visible, where the browser can do that. */
function stayAwake(): () => void {
  const ended = new AbortController();
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const request = () => {
    if (!document.hidden) lock = navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  request();
  document.addEventListener("visibilitychange", request, { signal: ended.signal });
  return () => {
    ended.abort();
    void lock?.then((held) => held?.release());
  };
}
