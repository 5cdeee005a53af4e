import type { Route } from "next";
import type { ReactNode } from "react";
import { activitySentence } from "@/lib/core/activity";
import { balanceToCents } from "@/lib/core/money";
import type { Activity } from "@/lib/schemas/answers";
import { Avatar } from "@/components/ui/avatar";
import { ListRow } from "@/components/ui/list";
import { MomentAgo } from "@/components/ui/moment-ago";

export type ActivityRowProps = {
  viewerId: string;
  activity: Activity;
  /** The name of a person by their id, short and unlike anybody else's in the list. */
  nameOf: (id: string) => string;
  /** What it is about, if that is another screen and still there. */
  href?: Route | undefined;
  /** Names the group: the list is of several. */
  withGroup?: boolean;
  trailing?: ReactNode;
};

/** Who did what, in one sentence; what changed, before and after; a comment's text; when. */
export function ActivityRow(props: ActivityRowProps) {
  const { viewerId, activity, nameOf, href, withGroup = false, trailing } = props;
  const { actor, amount, changes, text, at, group } = activity;
  const cents = amount === null ? null : balanceToCents(amount);
  const sentence = activitySentence({ ...activity, cents }, viewerId, ({ _id }) => nameOf(_id));
  return (
    <ListRow
      href={href}
      leading={<Avatar name={actor.name} picture={actor.picture} size="sm" className="self-start" />}
      title={<span className="activity-sentence">{sentence}</span>}
      detail={
        <>
          {text ? (
            <span dir="auto" className="activity-text">
              {text}
            </span>
          ) : null}
          {changes.map(({ field, before, after }) => (
            <span key={field} className="activity-change">
              {field}: <bdi>{before || "none"}</bdi> <span aria-hidden>→</span>
              <span className="sr-only"> changed to </span> <bdi>{after || "none"}</bdi>
            </span>
          ))}
          {withGroup ? (
            <>
              <bdi>{group.title}</bdi> ·{" "}
            </>
          ) : null}
          <MomentAgo at={at} />
        </>
      }
      trailing={trailing}
    />
  );
}
