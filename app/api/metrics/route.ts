import { notFound } from "@/lib/errors";
import { metrics } from "@/lib/server/http/metrics";
import { requireBearer } from "@/lib/server/http/bearer";
import { publicHandler } from "@/lib/server/http/public-handler";

/** The metrics of this process for Prometheus, for clients with METRICS_TOKEN. */
export const GET = publicHandler(async (request) => {
  requireBearer(request, "METRICS_TOKEN");
  const registry = metrics();
  if (!registry) throw notFound();
  const headers = { "Content-Type": registry.contentType, "Cache-Control": "private, no-store" };
  return new Response(await registry.metrics(), { headers });
});
