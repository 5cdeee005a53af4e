import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { requireUser, type Viewer } from "@/lib/access";
import { AppError, nullOnMissing } from "@/lib/errors";

/** Returns the signed-in user of a guarded page. Redirects to `/` without a session (spec section 2). */
export const requirePageUser = cache(async (): Promise<Viewer> => {
  try {
    return await requireUser();
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") redirect("/");
    throw error;
  }
});

/**
 * Metadata of a page that is titled with the name of what it shows.
 * @param nameOf loads the name; use the page's own loader wrapped in React's `cache`, so that nothing is read twice
 * @param fallback the title if the item is not found
 */
export async function pageMetadata(
  nameOf: (viewer: Viewer) => Promise<string>,
  fallback: string,
): Promise<Metadata> {
  const title = await nullOnMissing(requirePageUser().then(nameOf));
  return { title: title ?? fallback };
}

/** Awaits the promise and renders the 404 page if it rejects with "not-found". */
export async function notFoundOnMissing<T>(promise: Promise<T>): Promise<T> {
  return (await nullOnMissing(promise)) ?? notFound();
}

/**
 * Like {@link notFoundOnMissing}, for an item that can be deleted while its page is open.
 * @returns null on client-side navigation, so that the page can say that the item was deleted; a document request gets
 * the 404 page
 */
export async function goneOnMissing<T>(promise: Promise<T>): Promise<T | null> {
  return (await nullOnMissing(promise)) ?? ((await isClientNavigation()) ? null : notFound());
}

/** True for a client-side navigation or refresh, false for a document request. */
export async function isClientNavigation(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") === "empty";
}
