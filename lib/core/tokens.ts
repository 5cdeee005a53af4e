// API tokens (docs/rules.md#api-tokens).

/** What a token may do: "write" includes "read". */
export const TOKEN_SCOPES = ["read", "write"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const SCOPE_NAMES: Readonly<Record<TokenScope, string>> = { read: "Read", write: "Read and write" };

/** The beginning of every token, so that people, and tools that look for leaked secrets, recognize it. */
export const TOKEN_PREFIX = "evenly_";

/** Days until a token expires. */
export const DEFAULT_TOKEN_DAYS = 90;
export const MAX_TOKEN_DAYS = 365;

/** The items whose group tells whether a token of one group reaches them, and the field of a request that names each. */
export const TOKEN_ITEMS = {
  group: "groupId",
  event: "eventId",
  expense: "expenseId",
  settlement: "id",
  comment: "id",
  import: "importId",
  series: "seriesId",
} as const;
export type TokenItem = keyof typeof TOKEN_ITEMS;
