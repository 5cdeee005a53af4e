import type { Route } from "next";
import type { Endpoint } from "@/lib/client/endpoints";
import { isSame, type FormValues } from "./form-input";

// New items that were entered offline, until the server has them, and what happens to them, as a pure function.

export type UnsentEntry = {
  /** How the user knows it. */
  title: string;
  /** The request that creates the item. */
  call: Endpoint;
  /** What was entered in the form at the path `form`. */
  entered: FormValues;
  form: Route;
};

/**
 * An item is one record with one idempotency key for its whole life, so that it is never lost and never added twice,
 * however many tabs send or edit it. While it is sent, it is still waiting, and while it is edited, it is still refused:
 * a browser that crashes leaves nothing behind.
 */
export type Unsent = UnsentEntry & {
  key: string;
  body: unknown;
  /** When it was first sent, in milliseconds since 1970. */
  at: number;
  /** Why the server did not accept it. It waits for the user then; otherwise, for a connection. */
  refusal?: string | undefined;
};

export type UnsentEvent =
  /** The user entered it offline, or edited it. */
  | { is: "entered"; item: Unsent }
  /** The server has what was sent. */
  | { is: "accepted"; body: unknown }
  /** The server did not accept what was sent. */
  | { is: "refused"; body: unknown; reason: string }
  /** The user discarded it, or saved what they edited. */
  | { is: "closed" };

/** The item after an event that another tab may have overtaken; null: there is none, and no event brings it back. */
export function afterEvent(item: Unsent | null, event: UnsentEvent): Unsent | null {
  if (event.is === "entered") return event.item;
  if (!item) return null;
  const waits = !item.refusal;
  if (event.is === "closed") return waits ? item : null;
  // It has been edited since it was sent.
  if (!isSame(item.body, event.body)) return item;
  if (event.is === "accepted") return null;
  return waits ? { ...item, refusal: event.reason } : item;
}
