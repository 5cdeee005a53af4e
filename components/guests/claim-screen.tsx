import { clsx } from "clsx";
import { formatDollars } from "@/lib/core/money/money";
import type { ClaimBalance, ClaimPreview } from "@/lib/contract/guests";
import { Amount } from "@/components/ui/amount";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Card } from "@/components/ui/card";
import { GroupIcon } from "@/components/ui/group-icon";
import { List, ListRow } from "@/components/ui/list";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { PostForm, SubmitButton } from "@/components/ui/post-form";
import { isolate } from "@/lib/core/text/isolate";

export type ClaimScreenProps = {
  viewer: { id: string; name: string };
  preview: ClaimPreview;
  /** The secret of the guest's link, if the viewer came by it. */
  token?: string;
  problem: string | null;
};

/** Shows an account's owner which guest they become, with every balance before and after, to be confirmed once. */
export function ClaimScreen({ viewer, preview, token, problem }: ClaimScreenProps) {
  const { guest, group, before, after, dropped } = preview;
  const claim = `/api/users/${guest._id}/claim` as const;
  return (
    <div className="flex w-full flex-col gap-6">
      <Card className="flex flex-col items-center gap-3 text-center">
        <GroupIcon src={group.icon} size="xl" />
        <h1 className="page-title break-words">
          Are you <Bdi>{guest.name}</Bdi>?
        </h1>
        <p>
          You are signed in as <Bdi className="font-bold">{viewer.name}</Bdi>. Everything the guest{" "}
          <Bdi className="font-bold">{guest.name}</Bdi> has in <Bdi>{group.title}</Bdi> becomes yours:
          expenses, payments, and balances.
        </p>
      </Card>
      <Balances id="before" title="Before" rows={before} viewerId={viewer.id} />
      <Balances id="after" title="After" rows={after} viewerId={viewer.id} />
      {dropped.length > 0 ? (
        <Balances
          id="dropped"
          title={`No longer owed, because you and ${isolate(guest.name)} become one`}
          rows={dropped}
          viewerId={viewer.id}
        />
      ) : null}
      {problem ? <Notice tone="error" title={problem} /> : null}
      <PostForm action={claim} fields={{ user: viewer.id, ...(token && { token }) }}>
        <SubmitButton className="w-full" busyLabel="One moment…">
          <Sentence>{`Yes, I'm ${isolate(guest.name)}`}</Sentence>
        </SubmitButton>
      </PostForm>
      <PostForm action={`${claim}/decline`} fields={{ user: viewer.id }}>
        <SubmitButton variant="secondary" className="w-full" busyLabel="One moment…">
          No, I&apos;m someone else
        </SubmitButton>
      </PostForm>
    </div>
  );
}

type BalancesProps = {
  id: string;
  title: string;
  rows: readonly ClaimBalance[];
  viewerId: string;
};

function Balances({ id, title, rows, viewerId }: BalancesProps) {
  return (
    <Section id={id} heading={<Sentence>{title}</Sentence>} className="gap-2">
      {rows.length === 0 ? <p className="text-muted">Nothing owed.</p> : null}
      <List className="empty:hidden">
        {rows.map((row) => (
          <ListRow
            key={`${row.event._id}:${row.of._id}:${row.with._id}`}
            title={<Debt row={row} viewerId={viewerId} />}
            detail={<Bdi>{row.event.title}</Bdi>}
            trailing={
              <span className={clsx(id === "dropped" && "line-through")}>
                <Amount
                  dollars={Math.abs(row.amount)}
                  tone={row.of._id !== viewerId ? "neutral" : row.amount < 0 ? "owe" : "owed"}
                  words=""
                />
              </span>
            }
          />
        ))}
      </List>
    </Section>
  );
}

function Debt({ row, viewerId }: { row: ClaimBalance; viewerId: string }) {
  const [from, to] = row.amount < 0 ? [row.of, row.with] : [row.with, row.of];
  const own = (id: string) => id === viewerId;
  return (
    <span aria-label={`${from.name} owes ${to.name} ${formatDollars(Math.abs(row.amount))}`}>
      {own(from._id) ? (
        "You owe "
      ) : (
        <>
          <Bdi>{from.name}</Bdi> owes{" "}
        </>
      )}
      {own(to._id) ? "you" : <Bdi>{to.name}</Bdi>}
    </span>
  );
}
