import useSWR, { type SWRConfiguration } from "swr";
import { call, pathOf } from "./call";
import type { ResponseOf, EndpointInput, Endpoint } from "./endpoints";

/** Reads with SWR. @param input null: not yet */
export const useCall = <Name extends Endpoint & `GET ${string}`>(
  name: Name,
  input: EndpointInput<Name> | null,
  options?: SWRConfiguration<ResponseOf<Name>>,
) => useSWR<ResponseOf<Name>>(input && pathOf(name, input), () => call(name, input!), options);
