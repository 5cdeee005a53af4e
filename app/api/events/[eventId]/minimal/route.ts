import { handler } from "@/lib/server/handler";
import { minimalView } from "@/lib/views/plans";

export const GET = handler("minimalPayments", ({ viewer, params }) => minimalView(viewer, params.eventId));
