import useSWR, { type SWRConfiguration } from "swr";
import { call, pathOf } from "./call";
import type { AnswerOf, CallInput, CallName } from "./calls";

/** Makes a call that reads, with SWR. @param input null: not yet */
export const useCall = <Name extends CallName & `GET ${string}`>(
  name: Name,
  input: CallInput<Name> | null,
  options?: SWRConfiguration<AnswerOf<Name>>,
) => useSWR<AnswerOf<Name>>(input && pathOf(name, input), () => call(name, input!), options);
