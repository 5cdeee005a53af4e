import type { ObjectId } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import type { Change } from "@/lib/core/changes";
import type { Every } from "@/lib/core/series/rhythm";
import type { Deletion } from "../documents";

/** An activity in a group. It stores ids only, so that names are current. */
export type ActivityDoc = {
  _id: ObjectId;
  groupId: ObjectId;
  eventId: ObjectId | null;
  expenseId: ObjectId | null;
  actor: ObjectId;
  at: Date;
  kind: ActivityKind;
  /** The people concerned; for a payment, the payer and then the receiver. */
  people: ObjectId[];
  /** The title at that time. */
  title: string;
  cents: number | null;
  changes: Change[];
  /** A comment, or the note of a payment. */
  text: string;
  /** The plan that was used or undone. */
  planId?: ObjectId;
  /** The batch with which a payment was settled. */
  batchId?: ObjectId;
  /** The same happened in another event of the group, whose activity the group lists. */
  echo?: true;
  /** How often the expense repeats. */
  every?: Every;
  /** null: every member. */
  visibleTo: ObjectId[] | null;
  /** The people who get a notice of it; both are set until these are made (notices/outbox.ts). */
  tell?: ObjectId[];
  untold?: true;
} & Deletion;
