"use client";

import { useState, type ReactNode } from "react";
import { ActionBar } from "@/components/ui/action-bar";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { AvatarStack } from "@/components/people/avatar-stack";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CountDot } from "@/components/ui/count-dot";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { IconButton } from "@/components/ui/icon-button";
import { List, ListRow } from "@/components/ui/list";
import { LogoMark } from "@/components/ui/logo";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { SectionHeading } from "@/components/ui/section-heading";
import { SkeletonHeader, SkeletonList } from "@/components/ui/skeleton-list";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Icon } from "@/components/ui/icon";
import { GROUP_ICONS, GROUP_ICONS_ATTRIBUTION, groupIconUrl } from "@/lib/core/group-icons";
import { Dialogs, Fields, Toasts } from "./interactive";

const people = [
  "Ana Silva",
  "Ben Okafor",
  "Chiara Rossi",
  "Dmitri Volkov",
  "Emil",
  "Łukasz Żak",
  "نور الدين",
  "Zoë Q. van der Berg",
];

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <SectionHeading>{title}</SectionHeading>
      {children}
    </section>
  );
}

export function Showcase() {
  const [deleted, setDeleted] = useState(false);
  return (
    <Page width="wide">
      <PageHeader
        title="Components"
        detail="Every component in every state"
        leading={<GroupIcon src={groupIconUrl("pegasus")} size="lg" />}
        action={<IconButton icon="icon-pencil" aria-label="Edit Components" />}
        backTo="/dev/ui"
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <LogoMark />
        <span className="flex items-center gap-2 font-bold">
          Friends <CountDot count={2} label="2 friend requests" />
        </span>
        <ThemeToggle />
      </div>

      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-x-12">
        <Part title="Amounts">
          <Card>
            <div className="flex flex-col gap-3">
              <p>Total Expenses</p>
              <Amount cents={1234567} size="xl" />
              <Amount cents={4210} tone="owed" words="owes you" size="lg" />
              <Amount cents={-1999} tone="owe" words="you owe" size="lg" />
              <span className="flex flex-wrap gap-x-4">
                <Amount dollars={8.7} tone="owed" />
                <Amount dollars={-12.34} tone="owe" />
                <Amount dollars={9999999.99} />
                <Amount cents={-1234} size="sm" />
              </span>
            </div>
          </Card>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
            <Card tone="owed">
              <p className="font-semibold">You are owed</p>
              <Amount cents={12050} tone="owed" size="lg" />
            </Card>
            <Card tone="owe">
              <p className="font-semibold">You owe</p>
              <Amount cents={3125} tone="owe" size="lg" />
            </Card>
          </div>
        </Part>

        <Part title="List">
          <List>
            <ListRow
              href="/dev/ui"
              leading={<Avatar name="Ana Silva" />}
              title="Ana Silva"
              detail="ana****@demo.test"
              trailing={<Amount cents={4210} tone="owed" words="owes you" />}
            />
            <ListRow
              href="/dev/ui"
              leading={<Avatar name="Ben" />}
              title="Bartholomew Montgomery-Featherstonehaugh of Upper Slaughter"
              trailing={<Amount cents={123456789} tone="owe" words="you owe" />}
            />
            <ListRow
              href="/dev/ui"
              leading={<GroupIcon src={groupIconUrl("bee")} />}
              title="Flat 12"
              detail="4 members"
            />
            <ListRow
              leading={<Avatar name="Chiara Rossi" />}
              title="Chiara Rossi"
              detail="Wants to be your friend"
              trailing={
                <>
                  <IconButton icon="icon-check" aria-label="Accept Chiara Rossi" tone="brand" />
                  <IconButton icon="icon-x" aria-label="Ignore Chiara Rossi" />
                </>
              }
            />
            <ListRow
              dimmed
              leading={<Avatar name="Dmitri Volkov" size="sm" />}
              title="Dmitri owes Ana"
              detail="Settled"
              trailing={
                <>
                  <Amount cents={1500} />
                  <Button variant="quiet">Unsettle</Button>
                </>
              }
            />
          </List>
        </Part>

        <Part title="Buttons">
          <div className="flex flex-wrap gap-4">
            <Button icon={<Icon className="icon-plus" />}>Add Expense</Button>
            <Button variant="secondary">Cancel</Button>
            <Button variant="quiet">Quiet</Button>
            <Button variant="danger" icon={<Icon className="icon-trash" />}>
              Delete Group
            </Button>
            <Button busy busyLabel="Saving…">
              Save
            </Button>
            <Button variant="secondary" busy busyLabel="Settling…">
              Settle
            </Button>
            <Button disabled>Request Sent</Button>
            <Button variant="secondary" disabled>
              Disabled
            </Button>
            <ButtonLink href="/dev/ui" variant="secondary">
              A link
            </ButtonLink>
          </div>
          <div className="flex flex-wrap gap-2">
            <IconButton icon="icon-user-plus" aria-label="Add Ana" tone="brand" />
            <IconButton icon="icon-clock" aria-label="Request sent to Ana" disabled />
            <IconButton icon="icon-trash" aria-label="Delete Dinner" tone="danger" />
            <IconButton icon="icon-trash" aria-label="Working" busy />
          </div>
          <div className="flex flex-wrap gap-2">
            <Badge tone="sun">(Pending)</Badge>
            <Badge tone="brand">3 new</Badge>
          </div>
        </Part>

        <Part title="People">
          <div className="flex flex-wrap gap-2">
            {people.map((name) => (
              <Avatar key={name} name={name} alt={name} />
            ))}
            <Avatar name="Broken Picture" picture="/no-such-picture.jpg" />
            <Avatar name="Friend" fallback="placeholder" />
            <Avatar name="Friend" picture="/no-such-picture.jpg" fallback="placeholder" />
          </div>
          <div className="flex flex-wrap items-end gap-4">
            <Avatar name="Ana Silva" size="sm" />
            <Avatar name="Ana Silva" />
            <Avatar name="Ana Silva" size="lg" />
            <Avatar name="Ana Silva" size="xl" />
            <AvatarStack people={people.slice(0, 3).map((name) => ({ name }))} />
            <AvatarStack people={people.map((name) => ({ name }))} />
          </div>
        </Part>

        <Part title="Fields">
          <Fields />
        </Part>

        <Part title="Dialogs and toasts">
          <Dialogs />
          <Toasts />
          <Notice title="Google Login may not work in this browser.">
            Please open the page in a regular browser.
          </Notice>
          <Notice tone="success">Everything is saved.</Notice>
          <Notice
            tone="warning"
            title="You are offline"
            action={<Button variant="secondary">Try again</Button>}
          >
            What you see may be out of date.
          </Notice>
          <Notice tone="error">Something went wrong. Please try again.</Notice>
        </Part>

        <Part title="Waiting">
          <SkeletonHeader />
          <SkeletonList rows={3} amounts />
        </Part>

        <Part title="Nothing here">
          {deleted ? null : (
            <EmptyState
              picture="groups"
              title="You don't have any group yet!"
              action={<Button onClick={() => setDeleted(true)}>Create Group</Button>}
            >
              A group is for an apartment, a trip, or a football team: anyone who shares costs.
            </EmptyState>
          )}
          <EmptyState picture="all-clear" title="All Clear">
            You are all set!
          </EmptyState>
        </Part>
      </div>

      <Part title="Group icons">
        <ul className="flex flex-wrap gap-4">
          {GROUP_ICONS.map((name) => (
            <li key={name} className="flex flex-col items-center gap-1 text-sm">
              <GroupIcon src={groupIconUrl(name)} size="lg" />
              {name}
            </li>
          ))}
          <li className="flex flex-col items-center gap-1 text-sm">
            <GroupIcon size="lg" />
            default
          </li>
        </ul>
        <a className="text-sm text-muted underline" href={GROUP_ICONS_ATTRIBUTION.href}>
          {GROUP_ICONS_ATTRIBUTION.text}
        </a>
      </Part>

      <Part title="All empty pictures">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {(["friends", "events", "expenses", "requests", "search", "lost", "offline"] as const).map(
            (picture) => (
              <EmptyState key={picture} picture={picture} title={picture} />
            ),
          )}
        </div>
        {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to resize */}
        <img src="/sticker.svg" alt="" className="w-80 max-w-full self-center" />
      </Part>

      <ActionBar>
        <Button icon={<Icon className="icon-plus" />}>Add Event</Button>
      </ActionBar>
    </Page>
  );
}
