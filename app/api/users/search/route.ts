import { listBlockedEitherWay } from "@/lib/db/friends/blocks";
import { SEARCH_MIN } from "@/lib/core/search";
import { searchByEmail } from "@/lib/db/people";
import { handler } from "@/lib/server/handler";
import { maySearchByStart } from "@/lib/server/http/rate-limits";
import { toUser } from "@/lib/views/serialize";

const MAX_RESULTS = 10;

export const GET = handler("searchUsers", async ({ viewer, query: { query } }) => {
  if (query.length < SEARCH_MIN) return [];
  const [byStart, blocked] = await Promise.all([
    maySearchByStart(viewer.id),
    listBlockedEitherWay(viewer._id),
  ]);
  const except = [viewer._id, ...blocked];
  return (await searchByEmail(query, byStart ? "start" : "whole", except, MAX_RESULTS)).map(toUser);
});
