import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { deletedGroupsView } from "@/lib/views/deleted";

export const GET = handler(operations.listDeletedGroups, ({ viewer }) => deletedGroupsView(viewer));
