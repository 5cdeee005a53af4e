import type { Contribution, Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import type { Person } from "@/lib/contract/people";
import { GroupLinks } from "@/components/activity/group-links";
import { WaitingDevices, type WaitingDevicesProps } from "@/components/guests/waiting-devices";
import { addEventPath, editGroupPath, groupImportPath, inviteByLinkPath, seriesPath } from "@/lib/paths";
import { FoldedNetBars } from "@/components/spending/net-bars";
import { ActionBar } from "@/components/ui/action-bar";
import { ButtonLink } from "@/components/ui/button-link";
import { DownloadMenu, expenseFiles } from "@/components/ui/download-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { IconLink } from "@/components/ui/icon-button";
import { Page, PageHeader } from "@/components/ui/page";
import { QuietLink } from "@/components/ui/quiet-link";
import { Section } from "@/components/ui/section";
import { Title } from "@/components/ui/title";
import { GroupEvents } from "./group-events";
import { toListedEvent } from "./listed-event";
import { GroupMembers } from "./group-members";
import { GroupNet, type GroupNetProps } from "./group-net";
import type { Route } from "next";
import type { CSSProperties } from "react";
import { GROUP_ICONS, groupIconUrl, type GroupIconName } from "@/lib/core/groups";

export type GroupScreenProps = {
  group: Group;
  /** The newest events; `nextCursor`: where more of them start. */
  events: readonly Event[];
  nextCursor: string | null;
  eventCount: number;
  /** People with a pending invitation, as far as the viewer may know. */
  invited: readonly Person[];
  /** The viewer's balances by event id, in dollars, without zeros. */
  balances: Readonly<Record<string, number>>;
  debts: GroupNetProps["debts"];
  /** What members paid in the last 12 months, and their shares. */
  contributions: readonly Contribution[];
  planSize: GroupNetProps["planSize"];
  /** Where a payment is recorded; null: nothing was spent. */
  record: Route | null;
  /** The events that are part of a plan of the group. */
  planned: readonly string[];
  /** Devices that ask to take part as guests. */
  waiting: WaitingDevicesProps["waiting"];
};

/** The group screen: the viewer's net, its members, and events; on wide screens, events are left, and balances right. */
export function GroupScreen(props: GroupScreenProps) {
  const { group, events, nextCursor, eventCount, invited, balances, debts, contributions } = props;
  const { planSize, record, planned, waiting } = props;
  return (
    <Page>
      {/* It extends to the edges, in the color of the group's animal. A guest's group has no screen above it. */}
      <div
        className="-mx-4 -mt-4 bg-[color-mix(in_oklab,var(--tint,var(--color-brand))_18%,var(--color-surface))] px-4 pt-4 pb-6 sm:mx-0 sm:mt-0 sm:rounded-card sm:px-6 guest:[&>header>a]:hidden"
        style={tintOf(group.icon)}
      >
        <PageHeader
          backTo="/groups"
          leading={<GroupIcon src={group.icon} size="lg" />}
          title={<Title>{group.title}</Title>}
          action={
            <IconLink
              className="members-only"
              icon="icon-pencil"
              href={editGroupPath(group._id)}
              aria-label="Edit group"
            />
          }
        />
        <GroupNet debts={debts} groupId={group._id} planSize={planSize} />
        {record ? (
          <QuietLink href={record} icon="icon-hand-coins">
            Record a payment
          </QuietLink>
        ) : null}
      </div>
      <WaitingDevices groupId={group._id} waiting={waiting} />
      {/* The keyboard goes from left to right, where the browser can do that. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 [reading-flow:grid-columns] lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <GroupMembers members={group.members} invited={invited} creatorId={group.createdBy._id}>
            <ButtonLink
              variant="quiet"
              className="members-only -mx-4 self-start"
              href={inviteByLinkPath(group._id)}
              icon="icon-user-plus"
            >
              Invite with a link
            </ButtonLink>
          </GroupMembers>
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Section
            id="events-heading"
            heading={`Events (${eventCount})`}
            action={
              // On a phone, the same button is at the bottom of the page.
              <span className="members-only hidden sm:block">
                <AddEvent groupId={group._id} />
              </span>
            }
            className="gap-4"
          >
            {events.length === 0 ? (
              <EmptyState
                picture="events"
                title="No events yet."
                action={
                  <ButtonLink
                    variant="secondary"
                    className="members-only"
                    href={groupImportPath(group._id)}
                    icon="icon-upload"
                  >
                    Import
                  </ButtonLink>
                }
              >
                Add a dinner, a weekend, or a month, then its expenses.
                <span className="members-only"> Or import them from Splitwise or Spliit.</span>
              </EmptyState>
            ) : (
              <GroupEvents
                group={{ _id: group._id, createdBy: group.createdBy._id }}
                events={events.map(toListedEvent)}
                balances={balances}
                planned={planned}
                nextCursor={nextCursor}
              />
            )}
          </Section>
        </div>
        {contributions.length === 0 ? null : (
          <Section
            id="balances-heading"
            heading="Paid minus share"
            action={<span className="text-sm text-muted">last 12 months, before payments</span>}
            className="members-only min-w-0 gap-4 lg:col-start-2"
          >
            <FoldedNetBars contributions={contributions} groupId={group._id} />
          </Section>
        )}
      </div>
      <div className="-mb-6">
        <GroupLinks groupId={group._id} />
        <QuietLink href={seriesPath(group._id)} icon="icon-refresh-cw">
          Repeating
        </QuietLink>
      </div>
      <DownloadMenu
        files={[
          ...expenseFiles(`/api/groups/${group._id}/expenses.csv`),
          {
            href: `/api/groups/${group._id}/export`,
            title: "Everything (JSON)",
            detail: "To move the group to another Evenly",
          },
        ]}
      />
      <div className="members-only contents">
        <ActionBar phoneOnly>
          <AddEvent groupId={group._id} />
        </ActionBar>
      </div>
    </Page>
  );
}

function AddEvent({ groupId }: { groupId: string }) {
  return (
    <ButtonLink href={addEventPath(groupId)} icon="icon-calendar-plus">
      Add Event
    </ButtonLink>
  );
}

/** The background color of each group icon. */
export const GROUP_COLORS: Record<GroupIconName, string> = {
  bee: "#a97416",
  cerberus: "#a8353a",
  chick: "#bf7028",
  pegasus: "#3d73b6",
  phoenix: "#c9532c",
  pig: "#c05880",
  sheep: "#198585",
  werewolf: "#56538b",
  bear: "#84573f",
  dragon: "#2d7b48",
  faun: "#687b33",
  ikaros: "#0087ab",
  squirell: "#954a94",
};

/** @returns the style that sets `--tint` to the background color of a group icon; undefined for an unknown icon */
export function tintOf(icon: string): CSSProperties | undefined {
  const name = GROUP_ICONS.find((one) => groupIconUrl(one) === icon);
  return name && ({ "--tint": GROUP_COLORS[name] } as CSSProperties);
}
