import type { z } from "zod";
import type { ParamsOf } from "@/lib/contract/operation";
import type { operations } from "@/lib/contract/operations";

// The types of the browser's requests, derived from the contract. Only types: the browser loads neither it nor zod.

type Operations = (typeof operations)[keyof typeof operations];

/** The operations by method and path. */
type Endpoints = { [Op in Operations as `${Op["method"]} ${Op["path"]}`]: Op };

export type Endpoint = keyof Endpoints;

/** Those that return pages. */
export type PagedEndpoint = {
  [Name in Endpoint]: Endpoints[Name] extends { paged: true } ? Name : never;
}[Endpoint];

export type ResponseOf<Name extends Endpoint> = z.output<Endpoints[Name]["response"]>;

/** Optional if everything in it is. */
type Part<Key extends string, T> = Partial<T> extends T ? { [K in Key]?: T } : { [K in Key]: T };

export type EndpointInput<Name extends Endpoint> = Part<"params", ParamsOf<Endpoints[Name]["path"]>> &
  (Endpoints[Name] extends { query: infer Query extends z.ZodType }
    ? Part<"query", z.input<Query>>
    : unknown) &
  (Endpoints[Name] extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : unknown) &
  (Endpoints[Name] extends { keyed: true }
    ? {
        /**
         * A retry with the same key changes nothing. See `newIdempotencyKey`. null: the request is not retried, or the
         * server refuses what is done already.
         */
        idempotencyKey: string | null;
      }
    : unknown);

/** The arguments after the name. */
export type InputOf<Name extends Endpoint> =
  Partial<EndpointInput<Name>> extends EndpointInput<Name>
    ? [input?: EndpointInput<Name>]
    : [input: EndpointInput<Name>];

/** A request to send later, as data: `call(it.name, it)`. */
export type DeferredRequest<Name extends Endpoint> = Name extends Endpoint
  ? { name: Name } & EndpointInput<Name>
  : never;

/** What {@link EndpointInput} can contain. */
export type AnyInput = {
  params?: Readonly<Record<string, string>>;
  query?: object;
  body?: unknown;
  idempotencyKey?: string | null;
};
