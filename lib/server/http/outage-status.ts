import type { ServerResponse } from "node:http";
import { isOutage } from "@/lib/db/server-errors";
import { ERRORS, RETRY_AFTER } from "@/lib/errors";
import { note, type CurrentRequest } from "@/lib/log/request";

// Next.js returns 500 when a screen fails, 200 when a screen says why it was refused, and offers no way to choose
// another status.

/** Notes an error of the request that is being handled. */
export function noteOutage(error: unknown): void {
  if (isOutage(error)) note({ outage: true });
}

/** Changes the response's 500 to 503 with Retry-After if noteOutage is told of an outage, and 200 to that of a refusal. */
export function withOutageStatus(response: ServerResponse, current: CurrentRequest): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const outage = replacement(status, current);
    if (!outage) return writeHead(status, ...rest);
    for (const [name, value] of Object.entries(outage.headers)) response.setHeader(name, value);
    // Next.js sets the message of its status.
    response.statusMessage = "";
    return writeHead(outage.status, ...rest.filter((argument) => typeof argument !== "string"));
  };
}

function replacement(status: number, { outage, refusal }: CurrentRequest) {
  if (status === 500 && outage) return { status: ERRORS.unavailable.status, headers: RETRY_AFTER };
  return status === 200 ? refusal : undefined;
}
