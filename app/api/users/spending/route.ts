import { userSpendingView } from "@/lib/views/spending";
import { handler } from "@/lib/server/handler";

export const GET = handler("userSpending", ({ viewer, query }) => userSpendingView(viewer, query.months));
