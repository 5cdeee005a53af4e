import "server-only";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { requireUser, type Viewer } from "@/lib/access";
import { AppError } from "@/lib/errors";

/** The signed-in user of a guarded screen; people without a session go to `/` (spec section 2). */
export const requirePageUser = cache(async (): Promise<Viewer> => {
  try {
    return await requireUser();
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") redirect("/");
    throw error;
  }
});

/** What the promise gives; where it says "not-found", the screen is the one friendly page for that. */
export async function orNotFound<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  }
}
