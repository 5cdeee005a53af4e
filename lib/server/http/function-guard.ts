import type { Writable } from "node:stream";
import { env } from "@/lib/server/env";
import { endRequest, inRequest, newRequest, REQUEST_ID } from "@/lib/server/log/request";
import { outageAnswer } from "./outage-status";
import { judge, pathOf, type Answer } from "./request-rules";
import { routeOf } from "./route-pattern";

// Applies the rules of lib/server/http/request-rules.ts in front of a function handler, such as that of OpenNext
// (lib/server/http/lambda.ts). Types are the parts of OpenNext's that are used here.

export type FunctionEvent = {
  method: string;
  /** Complete, with the host that the platform names. */
  url: string;
  headers: Record<string, string>;
  /** The client's address, as the platform's gateway saw it. */
  remoteAddress: string;
};

type Headers = Record<string, string | string[]>;
export type FunctionResult = { statusCode: number; headers: Headers };
type Head = { statusCode: number; cookies: string[]; headers: Record<string, string> };
export type FunctionOptions = {
  /** Given by wrappers that stream: the answer is written there as well. */
  streamCreator?: { writeHeaders: (head: Head) => Writable };
};

/** Answers requests that no screen and no call can handle, and hands the others on with headers that can be trusted. */
export function guardFunction<
  Event extends FunctionEvent,
  Result extends FunctionResult,
  Options extends FunctionOptions,
>(handler: (event: Event, options?: Options) => Promise<Result>) {
  return async (event: Event, options?: Options): Promise<Result> => {
    const { method, url, headers, remoteAddress: client } = event;
    const target = targetOf(url);
    const path = pathOf(target);
    const current = newRequest(method, routeOf(path), path);
    const own = { [REQUEST_ID.toLowerCase()]: current.id };
    const verdict = judge({ method, target, headers, client }, env());
    if (verdict.refusal) {
      const refused = { ...verdict.refusal, headers: { ...own, ...verdict.refusal.headers } };
      endRequest(current, refused.status);
      return answer(refused, options) as unknown as Result;
    }
    const changed = Object.entries({ ...headers, ...verdict.request });
    const known = changed.filter((entry): entry is [string, string] => entry[1] !== undefined);
    const added = Object.fromEntries(
      Object.entries({ ...own, ...verdict.answer }).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const finish = <Part extends FunctionResult>(part: Part): Part => {
      const outage = outageAnswer(part.statusCode, current);
      const statusCode = outage?.status ?? part.statusCode;
      return { ...part, statusCode, headers: { ...added, ...part.headers, ...outage?.headers } };
    };
    const result = await inRequest(current, async () =>
      finish(await handler({ ...event, headers: Object.fromEntries(known) }, finishing(finish, options))),
    );
    endRequest(current, result.statusCode);
    return result;
  };
}

/** The options for a handler whose streamed answer is finished in the same way. */
function finishing<Options extends FunctionOptions>(
  finish: (head: Head) => Head,
  options?: Options,
): Options | undefined {
  const stream = options?.streamCreator;
  if (!stream) return options;
  return {
    ...options,
    streamCreator: { ...stream, writeHeaders: (head: Head) => stream.writeHeaders(finish(head)) },
  };
}

/** The path and the query as received; new URL() would change some paths. */
function targetOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] || "/";
}

function answer({ status, headers, body }: Answer, options?: FunctionOptions): object {
  options?.streamCreator?.writeHeaders({ statusCode: status, cookies: [], headers }).end(body);
  return {
    type: "core",
    statusCode: status,
    headers,
    body: new Blob([body]).stream(),
    isBase64Encoded: false,
  };
}
