import { send } from "./call";
import type { ResponseOf, EndpointInput, PagedEndpoint } from "./endpoints";

/** Reads a page of a list. `rows` is the response. Throws `ApiError`. */
export async function callPage<Name extends PagedEndpoint>(
  name: Name,
  input: EndpointInput<Name>,
): Promise<{ rows: ResponseOf<Name>; nextCursor: string | null }> {
  const { json, headers } = await send(name, input);
  return { rows: json as ResponseOf<Name>, nextCursor: headers.get("x-next-cursor") };
}
