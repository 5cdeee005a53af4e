import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { friendsView } from "@/lib/views/people";

export const GET = handler(operations.listFriends, ({ viewer }) => friendsView(viewer));
