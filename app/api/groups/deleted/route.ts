import { handler } from "@/lib/server/handler";
import { deletedGroupsView } from "@/lib/views/groups/deleted";

export const GET = handler("listDeletedGroups", ({ viewer }) => deletedGroupsView(viewer));
