import { handler } from "@/lib/server/handler";
import { overviewView } from "@/lib/views/friends";

export const GET = handler("overview", ({ viewer }) => overviewView(viewer));
