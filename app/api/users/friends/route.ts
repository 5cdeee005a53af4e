import { handler } from "@/lib/server/handler";
import { friendsView } from "@/lib/views/friends";

export const GET = handler("listFriends", ({ viewer }) => friendsView(viewer));
