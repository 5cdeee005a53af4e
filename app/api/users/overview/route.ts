import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { overviewView } from "@/lib/views/friends";

export const GET = handler(operations.overview, ({ viewer }) => overviewView(viewer));
