import { json } from "@/lib/server/http/json-response";
import { publicHandler } from "@/lib/server/http/public-handler";

/** 200 as long as the process responds, whatever the state of the database. */
export const GET = publicHandler(() => json({ status: "ok" }));
