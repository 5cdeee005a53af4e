import { searchByEmail } from "@/lib/db/users";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { SEARCH_MIN } from "@/lib/core/search";
import { toUser } from "@/lib/serialize";

const MAX_RESULTS = 10;

export const GET = handler(operations.searchUsers, async ({ viewer, query }) => {
  if (query.query.length < SEARCH_MIN) return [];
  return (await searchByEmail(query.query, viewer._id, MAX_RESULTS)).map(toUser);
});
