import { balanceToCents, formatDollars } from "@/lib/core/money/money";
import type { Person } from "@/lib/contract/people";
import type { WhyStory } from "@/lib/contract/settlements";
import { tiltOf } from "@/components/friends/tilt";
import { Card } from "@/components/ui/card";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { StoryPlayer, type Scene } from "./story-player";

export type StoryProps = {
  story: WhyStory;
  from: Pick<Person, "_id" | "name">;
  to: Pick<Person, "_id" | "name">;
};

/**
 * A debt as a story: expense after expense falls onto the seesaw, until it rests at the figure. With reduced motion, it is
 * a list with the sum after each.
 */
export function Story({ story: { before, steps }, from, to }: StoryProps) {
  // A single expense explains itself.
  if (steps.length < 2) return null;
  const sceneOf = (what: string, by: string, lowers: boolean, dollars: number): Scene => ({
    what,
    by,
    lowers,
    sum: formatDollars(dollars),
    // The debtor sits on the left.
    tilt: tiltOf(-balanceToCents(dollars)),
  });
  const scenes = [
    sceneOf(before === 0 ? "Nothing owed yet" : "Everything older", "", false, before),
    ...steps.map(({ description, amount, after }) =>
      sceneOf(description, `${amount > 0 ? "+" : ""}${formatDollars(amount)}`, amount < 0, after),
    ),
  ];
  return (
    <Card className="print:hidden">
      <StoryPlayer
        scenes={scenes}
        from={{ _id: from._id, name: from.name }}
        to={{ _id: to._id, name: to.name }}
      />
      {before === 0 ? null : (
        <p className="text-sm text-muted motion-reduce:mb-3">
          <Sentence>{`The story starts at ${formatDollars(before)}, the sum of everything older.`}</Sentence>
        </p>
      )}
      <ol className="hidden list-none flex-col gap-1 motion-reduce:flex">
        {scenes.map(({ what, by, sum }, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4">
            <Bdi>{what}</Bdi>{" "}
            <span
              translate="no"
              className="ml-auto flex flex-wrap justify-end gap-x-2 text-[min(1rem,6vw)] tabular-nums"
            >
              <span className="whitespace-nowrap">{by}</span>{" "}
              <b className="whitespace-nowrap">{by ? `= ${sum}` : sum}</b>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
