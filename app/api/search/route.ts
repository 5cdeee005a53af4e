import { handler } from "@/lib/server/handler";
import { searchView } from "@/lib/views/search";

export const GET = handler("searchExpenses", ({ viewer, query }) => searchView(viewer, query, query));
