import { send } from "./call";
import type { AnswerOf, CallInput, PagedName } from "./calls";

/** Reads a page of a list. `rows` is the answer. Throws `ApiError`. */
export async function callPage<Name extends PagedName>(
  name: Name,
  input: CallInput<Name>,
): Promise<{ rows: AnswerOf<Name>; nextCursor: string | null }> {
  const { json, headers } = await send(name, input);
  return { rows: json as AnswerOf<Name>, nextCursor: headers.get("x-next-cursor") };
}
