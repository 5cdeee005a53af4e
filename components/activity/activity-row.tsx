import type { Route } from "next";
import type { ReactNode } from "react";
import { activitySentence } from "@/lib/core/activity";
import { balanceToCents } from "@/lib/core/money/money";
import type { Activity } from "@/lib/contract/activity";
import { Avatar } from "@/components/people/avatar";
import { useCurrentUser } from "@/components/session/current-user";
import { ListRow } from "@/components/ui/list";
import { RelativeTime } from "@/components/ui/relative-time";
import { Bdi, Sentence } from "@/components/ui/bdi";

export type ActivityRowProps = {
  activity: Activity;
  /** Returns a person's short name, unique in the list, by their id. */
  nameOf: (id: string) => string;
  /** Links to the item, if it is on another screen and still exists. */
  href?: Route | undefined;
  /** Names the group, in a list of several. */
  withGroup?: boolean;
  /** Tells how long ago it was; earlier days are only in their heading. */
  isToday: boolean;
  trailing?: ReactNode;
};

/**
 * An activity: who did what in one sentence, old and new values, a comment's text, its effect on the viewer, and the
 * time.
 */
export function ActivityRow(props: ActivityRowProps) {
  const { activity, nameOf, href, withGroup = false, isToday, trailing } = props;
  const { kind, actor, amount, changes, text, at, group, effect } = activity;
  const { id } = useCurrentUser();
  const cents = amount === null ? null : balanceToCents(amount);
  const sentence = activitySentence({ ...activity, cents }, id, ({ _id }) => nameOf(_id));
  return (
    <ListRow
      href={href}
      leading={<Avatar name={actor.name} picture={actor.picture} size="sm" className="self-start" />}
      title={
        <span className="block font-semibold text-balance wrap-anywhere">
          <Sentence>{sentence}</Sentence>
        </span>
      }
      detail={
        <>
          {text ? (
            <span dir="auto" className="my-1 block text-base whitespace-pre-line text-ink wrap-anywhere">
              {text}
            </span>
          ) : null}
          {(kind === "expense-moved" ? [] : changes).map(({ field, before, after }) => (
            <span key={field} className="block wrap-anywhere">
              {field}: <Bdi>{before || "none"}</Bdi> <span aria-hidden>→</span>
              <span className="sr-only"> changed to </span>{" "}
              <Bdi className="font-semibold text-ink">{after || "none"}</Bdi>
            </span>
          ))}
          <span className="parts">
            {effect ? (
              <span className="font-semibold text-ink">
                <Sentence>{effect}</Sentence>
              </span>
            ) : null}
            {withGroup ? <Bdi>{group.title}</Bdi> : null}
            {isToday ? <RelativeTime at={at} /> : null}
          </span>
        </>
      }
      trailing={trailing}
    />
  );
}
