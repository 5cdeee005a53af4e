import { use, useCallback, useSyncExternalStore } from "react";
import { type Answer, AnswersContext, UNKNOWN } from "./answers";
import { pathOf } from "./call";
import type { AnswerOf, CallInput, CallName } from "./calls";

/** Makes a call that reads, and again when its input changes. @param input null: not yet */
export function useCall<Name extends CallName & `GET ${string}`>(
  name: Name,
  input: CallInput<Name> | null,
): Answer<AnswerOf<Name>> {
  const answers = use(AnswersContext);
  const path = input && pathOf(name, input);
  const subscribe = useCallback(
    (listener: () => void) => (path === null ? () => {} : answers.subscribe(path, listener)),
    [answers, path],
  );
  return useSyncExternalStore(
    subscribe,
    () => answers.of(path),
    () => UNKNOWN,
  ) as Answer<AnswerOf<Name>>;
}
