import { z } from "zod";
import type { ErrorCode } from "@/lib/errors";

/** Which budget of lib/http/rate-limits.ts a call draws on. */
export type LimitName = "read" | "search" | "friendRequest" | "write" | "export";

/** What a call takes and answers: read by its handler, by openapi.json and by the tests. */
export type Operation = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  limit: LimitName;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Of the answer; default: application/json. */
  contentType?: "text/csv";
  /** Fields of query or body that name the actor: they must be the session's user (design section 4). */
  actor?: readonly string[];
  /** Creates something: takes an Idempotency-Key. */
  creates?: true;
  /** A list that is answered page by page on demand. */
  paged?: true;
  /** Errors beyond those that every call can answer. */
  errors?: readonly ErrorCode[];
};

/** A list of such rows. */
export const list = <T extends z.ZodType>(row: T) => z.array(row);
/** Keeps the literal types of a row while checking its shape. */
export const operation = <const T extends Operation>(row: T): T => row;
