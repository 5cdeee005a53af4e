import { hiddenFrom } from "@/lib/db/blocks";
import { searchByEmail } from "@/lib/db/users";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { SEARCH_MIN } from "@/lib/core/search";
import { toUser } from "@/lib/serialize";

const MAX_RESULTS = 10;

export const GET = handler(operations.searchUsers, async ({ viewer, query }) => {
  if (query.query.length < SEARCH_MIN) return [];
  const except = [viewer._id, ...(await hiddenFrom(viewer._id))];
  return (await searchByEmail(query.query, except, MAX_RESULTS)).map(toUser);
});
