import useSWR, { type SWRConfiguration } from "swr";
import { ApiError, call, pathOf } from "./call";
import type { AnswerOf, CallInput, CallName } from "./calls";

/** Makes a call that reads, with SWR. @param input null: not yet */
export const useCall = <Name extends CallName & `GET ${string}`>(
  name: Name,
  input: CallInput<Name> | null,
  options?: SWRConfiguration<AnswerOf<Name>>,
) => useSWR<AnswerOf<Name>>(input && pathOf(name, input), () => call(name, input!), options);

/** Logs what SWR could not load: its screens stay as they are (docs/rules.md#screens). @param key SWR's, mostly a path */
export function logFailedLoad(error: unknown, key: string): void {
  // A missing connection or session has its own banner.
  const said = error instanceof ApiError && (error.code === "network" || error.sessionExpired);
  if (!said) console.error(`${key} could not be loaded.`, error);
}
