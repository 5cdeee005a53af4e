import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { searchView } from "@/lib/views/search";

export const GET = handler(operations.searchExpenses, ({ viewer, query }) =>
  searchView(viewer, query, query),
);
