"use client";

import { useState } from "react";
import type { Contribution, Person } from "@/lib/schemas/answers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { SectionHeading } from "@/components/ui/section-heading";
import { ContributionRow } from "./contribution-row";
import { withPeople, type Placed } from "./places";

/** More people than this are shown on demand. */
const FIRST = 6;

export type ContributionsProps = {
  people: readonly Person[];
  contributions: readonly Placed<Contribution>[];
};

/**
 * The picture of an event: a bar for what each person paid, one for their share, and the difference. It is a
 * table to screen readers; the roles are spelled out because a table that is laid out as a grid loses them.
 */
export function Contributions({ people, contributions: placed }: ContributionsProps) {
  const [all, setAll] = useState(false);
  const contributions = withPeople<Contribution>(placed, people);
  const most = Math.max(...contributions.flatMap(({ paid, share }) => [paid, share]));
  const shown = all || contributions.length <= FIRST + 1 ? contributions : contributions.slice(0, FIRST);
  if (contributions.length === 0) return null;
  return (
    <section aria-labelledby="contributions" className="flex flex-col gap-3">
      <SectionHeading id="contributions">Who paid, whose share</SectionHeading>
      <Card className="@container flex flex-col gap-2">
        <table
          role="table"
          aria-labelledby="contributions"
          className="grid grid-cols-[auto_1fr_auto] gap-x-3 text-sm"
        >
          <thead role="rowgroup" className="sr-only">
            <tr role="row">
              <th role="columnheader">Person</th>
              <th role="columnheader">Paid minus share</th>
              <th role="columnheader">Paid</th>
              <th role="columnheader">Share</th>
            </tr>
          </thead>
          <tbody role="rowgroup" className="col-span-3 grid grid-cols-subgrid divide-y divide-line">
            {shown.map((contribution) => (
              <ContributionRow key={contribution.user._id} contribution={contribution} most={most} />
            ))}
          </tbody>
        </table>
        {shown.length < contributions.length ? (
          <Button variant="quiet" className="self-center" onClick={() => setAll(true)}>
            Show all {contributions.length} people
          </Button>
        ) : null}
      </Card>
    </section>
  );
}
