import { GROUP_ICONS, groupIconUrl } from "@/lib/core/group-icons";
import { kept, peopleIds, refused, singleLine, type Rule } from "./rules";

const iconUrls: readonly string[] = GROUP_ICONS.map(groupIconUrl);

/** One of the bundled group icons, by its URL (spec section 9). */
const groupIcon: Rule<string, string> = (entered) => {
  if (entered === "") return refused("Group icon is missing.");
  return iconUrls.includes(entered) ? kept(entered) : refused("Please choose one of the group icons.");
};

export const NO_PARTICIPANTS = "Please select at least one participant.";

export const MAX_GROUP_TITLE = 60;

export const groupRules = {
  title: singleLine("Please enter a group name.", MAX_GROUP_TITLE),
  icon: groupIcon,
};

export const newGroupRules = { ...groupRules, members: peopleIds(NO_PARTICIPANTS) };
