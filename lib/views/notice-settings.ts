import "server-only";
import type { NoticeSettings, NoticeSettingsInput } from "@/lib/contract/notices";
import { listFriends } from "@/lib/db/friends";
import { listGroupTitles } from "@/lib/db/groups/own";
import { toIds } from "@/lib/db/ids";
import { getNoticeSettings, saveNoticeSettings } from "@/lib/db/notices/settings";
import type { Viewer } from "@/lib/server/access";
import { toPerson, toTitled } from "./serialize";
import { idsOfPair, loadNames, titledFor } from "./with-names";

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

type Channels = NoticeSettings["channels"];

/** The viewer's notification settings. @param channels the channels that this server offers */
export async function noticeSettingsView(viewer: Viewer, channels: Channels): Promise<NoticeSettings> {
  const { user, muted } = await getNoticeSettings(viewer._id);
  const names = await loadNames(muted.groups.flatMap(idsOfPair), muted.people);
  const { push = [], email = [], quiet, timeZone, hideAmounts, emailStoppedAt } = user.notices ?? {};
  return {
    push,
    email,
    mutedGroups: muted.groups.map((group) => toTitled(titledFor(viewer._id, group, names, group))),
    mutedPeople: muted.people.map(toPerson),
    quiet: quiet ? { from: timeOf(quiet.from), until: timeOf(quiet.until) } : null,
    timeZone: timeZone ?? null,
    hideAmounts: hideAmounts ?? false,
    emailStopped: emailStoppedAt !== undefined,
    channels,
  };
}

/** The settings, with the groups and people that can be muted. */
export async function loadNoticeSettingsPage(viewer: Viewer, channels: Channels) {
  const [settings, groups, friends] = await Promise.all([
    noticeSettingsView(viewer, channels),
    listGroupTitles(viewer._id),
    listFriends(viewer._id),
  ]);
  const known = new Map([...friends.map(toPerson), ...settings.mutedPeople].map((one) => [one._id, one]));
  return {
    settings,
    groups: groups.map(toTitled),
    people: [...known.values()].map(({ _id, name, picture }) => ({ _id, name, picture })),
  };
}

/** Saves the viewer's settings. @returns the settings as saved */
export async function changeNoticeSettings(viewer: Viewer, input: NoticeSettingsInput, channels: Channels) {
  const { quiet, timeZone, hideAmounts, mutedGroups, mutedPeople, ...kinds } = input;
  await saveNoticeSettings(viewer._id, {
    ...kinds,
    mutedGroups: toIds(mutedGroups),
    mutedPeople: toIds(mutedPeople),
    ...(quiet && { quiet: { from: minutesOf(quiet.from), until: minutesOf(quiet.until) } }),
    ...(timeZone !== null && { timeZone }),
    ...(hideAmounts && { hideAmounts }),
  });
  return noticeSettingsView(viewer, channels);
}
