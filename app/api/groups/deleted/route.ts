import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { deletedGroupsView } from "@/lib/views/groups/deleted";

export const GET = handler(operations.listDeletedGroups, ({ viewer }) => deletedGroupsView(viewer));
