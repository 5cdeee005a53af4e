import type { z } from "zod";
import type { ParamsOf } from "@/lib/contract/operation";
import type { operations } from "@/lib/contract/operations";

// The types of the browser's calls, derived from the contract. Only types: the browser loads neither it nor zod.

type Operations = (typeof operations)[keyof typeof operations];

/** The operations by the names of their calls: method and path. */
type Calls = { [Op in Operations as `${Op["method"]} ${Op["path"]}`]: Op };

export type CallName = keyof Calls;

/** The calls that answer in pages. */
export type PagedName = { [Name in CallName]: Calls[Name] extends { paged: true } ? Name : never }[CallName];

export type AnswerOf<Name extends CallName> = z.output<Calls[Name]["answer"]>;

/** Optional if everything in it is. */
type Part<Key extends string, T> = Partial<T> extends T ? { [K in Key]?: T } : { [K in Key]: T };

export type CallInput<Name extends CallName> = Part<"params", ParamsOf<Calls[Name]["path"]>> &
  (Calls[Name] extends { query: infer Query extends z.ZodType } ? Part<"query", z.input<Query>> : unknown) &
  (Calls[Name] extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : unknown) &
  (Calls[Name] extends { keyed: true }
    ? {
        /**
         * A retry with the same key changes nothing. See `newIdempotencyKey`. null: the call is not retried, or the server
         * refuses what is done already.
         */
        idempotencyKey: string | null;
      }
    : unknown);

/** The arguments after the name. */
export type InputOf<Name extends CallName> =
  Partial<CallInput<Name>> extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/** A call that is made later, as data: `call(it.name, it)`. */
export type LaterCall<Name extends CallName> = Name extends CallName
  ? { name: Name } & CallInput<Name>
  : never;

/** What {@link CallInput} can contain. */
export type AnyInput = {
  params?: Readonly<Record<string, string>>;
  query?: object;
  body?: unknown;
  idempotencyKey?: string | null;
};
