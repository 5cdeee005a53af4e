import { AppError } from "@/lib/errors";
import { requireBearer } from "@/lib/server/http/bearer";
import { json } from "@/lib/server/http/json-response";
import { publicHandler } from "@/lib/server/http/public-handler";
import { runDueJobs } from "@/lib/server/jobs";

/** Does the scheduled work that is due, for clients with CRON_SECRET. */
export const POST = publicHandler(async (request) => {
  requireBearer(request, "CRON_SECRET");
  const jobs = await runDueJobs();
  if (!Object.values(jobs).includes("failed")) return json({ success: true, jobs });
  const failed = new AppError("internal");
  return json({ ...failed.toBody(), jobs }, failed.status);
});

/** Vercel's scheduler sends GET. */
export const GET = POST;
