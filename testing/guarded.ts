import { GUARD_HEADER, guardMark } from "@/lib/server/http/guard-mark";

/**
 * The headers of a request that has passed the guard.
 * @param direct whether it came without a proxy
 */
export function guarded(headers: Record<string, string>, direct = true): Record<string, string> {
  return { ...headers, [GUARD_HEADER]: guardMark(direct) };
}
