import { act } from "@testing-library/react";
import { call } from "@/lib/client/call";

/**
 * Answers a call of a screen that is gone: its user has logged out meanwhile.
 * @param answer lets the server answer
 * @returns what nobody caught until a later call was answered as well
 */
export async function uncaughtAfter(response: () => void): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("unhandledRejection", note);
  response();
  await act(() => call("GET /api/users/revision"));
  process.off("unhandledRejection", note);
  return uncaught;
}
