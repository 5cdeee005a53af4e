import type { Writable } from "node:stream";
import { env } from "@/lib/env";
import { judge, type Answer } from "./request-rules";

// Applies the rules of lib/http/request-rules.ts in front of a function handler, such as that of OpenNext: pass the
// handler through `guardFunction` in the wrapper of open-next.config.ts. Types are the parts of OpenNext's that are
// used here.

type FunctionEvent = {
  method: string;
  /** Complete, with the host that the platform names. */
  url: string;
  headers: Record<string, string>;
  /** The client's address, as the platform's gateway saw it. */
  remoteAddress: string;
};

type Headers = Record<string, string | string[]>;
type Head = { statusCode: number; cookies: string[]; headers: Record<string, string> };
type FunctionOptions = {
  /** Given by wrappers that stream: the answer is written there as well. */
  streamCreator?: { writeHeaders: (head: Head) => Writable };
};

/** Answers requests that no screen and no call can handle, and hands the others on with headers that can be trusted. */
export function guardFunction<
  Event extends FunctionEvent,
  Result extends { statusCode: number; headers: Headers },
  Options extends FunctionOptions,
>(handler: (event: Event, options?: Options) => Promise<Result>) {
  return async (event: Event, options?: Options): Promise<Result> => {
    const { method, url, headers, remoteAddress: client } = event;
    const verdict = judge({ method, target: targetOf(url), headers, client }, env());
    if (verdict.refusal) return answer(verdict.refusal, options) as unknown as Result;
    const changed = Object.entries({ ...headers, ...verdict.request });
    const known = changed.filter((entry): entry is [string, string] => entry[1] !== undefined);
    const added = Object.fromEntries(
      Object.entries(verdict.answer).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const result = await handler({ ...event, headers: Object.fromEntries(known) }, adding(added, options));
    return { ...result, headers: { ...added, ...result.headers } };
  };
}

/** The options for a handler whose streamed answer gets these headers, unless it has them. */
function adding<Options extends FunctionOptions>(
  added: Record<string, string>,
  options?: Options,
): Options | undefined {
  const stream = options?.streamCreator;
  if (!stream) return options;
  const writeHeaders = (head: Head) =>
    stream.writeHeaders({ ...head, headers: { ...added, ...head.headers } });
  return { ...options, streamCreator: { ...stream, writeHeaders } };
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
