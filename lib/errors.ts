import { CAPS } from "@/lib/core/limits";
import { GENERIC_MESSAGE } from "@/lib/core/text/generic-message";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";

/** All errors that users or clients can get: code → HTTP status and default message (docs/rules.md#errors). */
export const ERRORS = {
  "malformed-json": { status: 400, message: "The request is not valid JSON." },
  "malformed-address": { status: 400, message: "This URL is malformed." },
  unauthenticated: { status: 401, message: "Please sign in." },
  forbidden: { status: 403, message: "You are not allowed to do this." },
  "payment-of-another": {
    status: 403,
    message: "Only the person who paid and the recorder of the expense can lower or remove this payment.",
  },
  "wrong-actor": { status: 403, message: "You can only do this as yourself." },
  "sign-in-again": { status: 403, message: "Please sign in again first." },
  "token-refused": { status: 403, message: "This can't be done with an API token." },
  "wrong-origin": { status: 403, message: "This request came from another site." },
  "not-found": { status: 404, message: "We couldn't find that." },
  "method-not-allowed": { status: 405, message: "This method is not allowed here." },
  conflict: { status: 409, message: "This can't be done right now." },
  stale: { status: 409, message: "This has changed since you opened it. Reload to see the new version." },
  // Conflicts that a client needs to distinguish.
  closed: { status: 409, message: "This event is closed. Reopen it to make changes." },
  "already-settled": { status: 409, message: "This payment is already settled." },
  "not-settled": { status: 409, message: "This payment is not settled." },
  "amount-changed": { status: 409, message: "The payment has changed. Please check it and try again." },
  "plan-changed": {
    status: 409,
    message: "The payments have changed since these were shown. Please check them and try again.",
  },
  "no-fewer-payments": { status: 409, message: "This would not reduce the number of payments." },
  "plan-settled": { status: 409, message: "A payment in this plan is settled. Unsettle it first." },
  "plan-replaced": { status: 409, message: "A later plan builds on this one. Undo that one first." },
  "plan-in-use": { status: 409, message: "A plan holds these payments. Undo it first." },
  "payments-settled": { status: 409, message: "Too much is settled for this. Unsettle a payment first." },
  "import-changed": { status: 409, message: "Part of this import has changed since then." },
  "unsettled-payments": { status: 409, message: "There are still unsettled payments." },
  "former-member": { status: 409, message: "This would change what a former member owes or is owed." },
  "already-member": { status: 409, message: "This person is already a member." },
  "already-invited": { status: 409, message: "This person has already been invited." },
  "already-friends": { status: 409, message: "You are already friends." },
  "already-requested": { status: 409, message: "Request already sent." },
  "guest-active": { status: 409, message: "This person is already taking part on another device." },
  "link-for-guest": {
    status: 409,
    message: "This link is for a guest. Claim that guest instead.",
  },
  blocked: { status: 409, message: "You have blocked this person. Unblock them first." },
  // Caps on what one person can have.
  "too-many-groups": {
    status: 409,
    message: `You are already in ${CAPS.groups} groups. Leave or delete one first.`,
  },
  "too-many-new-groups": {
    status: 409,
    message: `You can create ${CAPS.groupsCreatedPerDay} groups a day. Please try again tomorrow.`,
  },
  "too-many-invitations": {
    status: 409,
    message: `You can have ${CAPS.invitationsSent} open invitations. Withdraw some, or wait for answers.`,
  },
  "not-invitable": { status: 409, message: "This person can't be invited right now." },
  "too-many-friend-requests": {
    status: 409,
    message: `You can have ${CAPS.friendRequestsSent} open friend requests. Withdraw some, or wait for answers.`,
  },
  "not-askable": { status: 409, message: "This person can't receive friend requests right now." },
  "too-many-links": {
    status: 409,
    message: `You can have ${CAPS.links} invite links. Revoke one first.`,
  },
  "too-many-tokens": {
    status: 409,
    message: `You can have ${CAPS.tokens} API tokens. Revoke one first.`,
  },
  "too-many-imports": {
    status: 409,
    message: `A group can have ${CAPS.imports} imports. Undo one first.`,
  },
  "too-many-series": {
    status: 409,
    message: `A group can have ${CAPS.series} repeating expenses. Stop one first.`,
  },
  "too-many-guests": {
    status: 409,
    message: "This link has been used too often. Ask for a new one.",
  },
  "too-much-to-claim": {
    status: 409,
    message: `This guest is part of more than ${formatCount(CAPS.claimed)} expenses, payments, and changes, which an existing account can't take over.`,
  },
  "too-large": { status: 413, message: "The request is too large." },
  "unsupported-media-type": { status: 415, message: "Send the request as application/json." },
  invalid: { status: 422, message: "Please check what you entered." },
  "rate-limited": { status: 429, message: "Too many requests. Please wait a moment and try again." },
  internal: { status: 500, message: GENERIC_MESSAGE },
  unavailable: { status: 503, message: "The database can't be reached. Please try again in a moment." },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export type ErrorBody = {
  success: false;
  error: string;
  message: string;
  code: ErrorCode;
  fieldErrors?: Record<string, string[]>;
  /** Only for codes "internal" and "unavailable": the id of the error in the server's log. */
  id?: string;
  /** Details for the client, by code (lib/contract/openapi.ts). */
  [detail: string]: unknown;
};

/** An error with a user-facing message. Any other error becomes "unavailable" (database outage) or "internal". */
export class AppError extends Error {
  override name = "AppError";
  readonly fieldErrors: Record<string, string[]> | undefined;
  readonly headers: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code].message,
    more: {
      fieldErrors?: Record<string, string[]>;
      headers?: Record<string, string>;
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.fieldErrors = more.fieldErrors;
    this.headers = more.headers ?? {};
    this.details = more.details ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The response's body. `error` and `message` are the same text, because clients read either. */
  toBody(): ErrorBody {
    return {
      success: false,
      error: this.message,
      message: this.message,
      code: this.code,
      ...(this.fieldErrors && { fieldErrors: this.fieldErrors }),
      ...this.details,
    };
  }
}

/** The error for an invalid field. @param message user-facing */
export function invalid(field: string, message: string): AppError {
  return new AppError("invalid", message, { fieldErrors: { [field]: [message] } });
}

/** The same error for what does not exist, is malformed, or may not be seen, so that nobody learns which. */
export function notFound(): AppError {
  return new AppError("not-found");
}

/** Too many requests, and when the next one passes. The text and the header name the same time. */
export function rateLimited(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  const [wait, text] =
    seconds < 60 ? [seconds, pluralize(seconds, "second")] : [minutes * 60, pluralize(minutes, "minute")];
  const headers = { "Retry-After": String(wait) };
  return new AppError("rate-limited", `Too many requests. Try again in ${text}.`, { headers });
}

/** What was looked for. @throws AppError "not-found" if there is none */
export function orNotFound<T extends object>(item: T | null | undefined): T {
  if (!item) throw notFound();
  return item;
}

/** How long a client should wait after an outage, in seconds. */
export const RETRY_AFTER = { "Retry-After": "5" };

/** The data is being migrated, and this takes longer than a request waits. */
export class Updating extends AppError {
  override name = "Updating";

  constructor() {
    super("unavailable", "Evenly is being updated. Please try again in a moment.", { headers: RETRY_AFTER });
  }
}

/** By its name, because Next.js loads modules more than once. */
export const isUpdating = (error: unknown): boolean => error instanceof Error && error.name === "Updating";

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === "not-found";
}

/** The result of `promise`, or null if it throws "not-found". */
export async function nullOnMissing<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
