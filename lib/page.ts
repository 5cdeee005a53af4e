import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
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

/**
 * The title of a page that shows one thing, by its name.
 * @param nameOf loads what the page loads, through React's `cache`: nothing is read twice
 * @param otherwise the title where the thing is not there
 */
export async function titled(
  nameOf: (viewer: Viewer) => Promise<string>,
  otherwise: string,
): Promise<Metadata> {
  const title = await orNull(requirePageUser().then(nameOf));
  return { title: title ?? otherwise };
}

/** What the promise gives; where it says "not-found", the screen is the one friendly page for that. */
export async function orNotFound<T>(promise: Promise<T>): Promise<T> {
  return (await orNull(promise)) ?? notFound();
}

/**
 * The same for a thing that can be deleted while its screen is open. Within the application it answers null, and the
 * screen says that the thing is gone; a document request gets the 404 page, like everything that may not be seen.
 */
export async function orGone<T>(promise: Promise<T>): Promise<T | null> {
  return (await orNull(promise)) ?? ((await isClientNavigation()) ? null : notFound());
}

/** Whether this is a client-side navigation or refresh, not a request for a document. */
export async function isClientNavigation(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") === "empty";
}

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}
