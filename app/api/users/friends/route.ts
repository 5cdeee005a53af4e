import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { friendsView } from "@/lib/views/friends";

export const GET = handler(operations.listFriends, ({ viewer }) => friendsView(viewer));
