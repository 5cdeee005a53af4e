import type { GroupField } from "@/lib/core/changes";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";
import { MAX_GUEST_NAME } from "@/lib/core/people";
import { ok, peopleIds, err, singleLine, type Rule } from "./rule";

const iconUrls: readonly string[] = GROUP_ICONS.map(groupIconUrl);

/** One of the bundled group icons, by its URL (docs/rules.md#screens). */
const groupIcon: Rule<string, string> = (entered) => {
  if (entered === "") return err("Group icon is missing.");
  return iconUrls.includes(entered) ? ok(entered) : err("Please choose one of the group icons.");
};

export const NO_PARTICIPANTS = "Please select at least one participant.";

export const MAX_GROUP_TITLE = 60;

export const groupRules = {
  title: singleLine(MAX_GROUP_TITLE, "Please enter a group name."),
  icon: groupIcon,
} satisfies Record<GroupField, unknown>;

/** The name of a person without an account. */
export const guestName = singleLine(MAX_GUEST_NAME, "Please enter a name.");

export const newGroupRules = { ...groupRules, members: peopleIds(NO_PARTICIPANTS) };
