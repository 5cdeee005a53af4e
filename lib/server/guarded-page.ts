import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { requireUser, type Viewer } from "@/lib/server/access";
import { AppError, nullOnMissing } from "@/lib/errors";
import { countRead, limitDeadLinks, limitInMemory, limitVisitor } from "@/lib/server/http/memory-limits";
import { isHttps, requestOrigin } from "@/lib/server/http/request-origin";
import { noteNotFound } from "@/lib/server/http/noted-refusals";
import { currentRequest, note } from "@/lib/log/request";

/** Returns the signed-in user with their revision, read before what the screen shows; null without a session. */
export const getPageUser = cache(async (): Promise<Viewer | null> => {
  try {
    const viewer = await forScreen(requireUser("revision"));
    // Only now: the session of the cookie, which middleware.ts has counted, could have ended.
    await countRead(viewer.id);
    return viewer;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  }
});

/** Whether guests may see a screen of their group; default: they get 404 (docs/rules.md#guests). */
export type Audience = { guests?: boolean };

/** Returns the signed-in user of a guarded page. Redirects to `/` without a session. */
export async function requirePageUser({ guests = false }: Audience = {}): Promise<Viewer> {
  const viewer = (await getPageUser()) ?? redirect("/");
  if (viewer.guest && !guests) {
    noteNotFound();
    notFound();
  }
  return viewer;
}

/** Counts a screen that searches expenses. @throws AppError "rate-limited" */
export const limitSearches = ({ id }: Viewer): Promise<void> => limitInMemory("expenseSearch", id);

/** Counts a statement with all rows. @throws AppError "rate-limited" */
export const limitStatements = ({ id }: Viewer): Promise<void> => limitInMemory("wholeStatement", id);

/** The screen on which a signed-in user starts. */
export const homeOf = ({ guest }: Pick<Viewer, "guest">) =>
  guest ? (`/groups/${guest}` as const) : "/friends";

/** What Next.js passes to a page. */
export type PageProps<Params, Query> = { params: Promise<Params>; searchParams: Promise<Query> };

/** The parts of a page's address. */
export type Address<Params, Query> = { params: Params; query: Query };

export async function addressOf<Params, Query>(
  props: PageProps<Params, Query>,
): Promise<Address<Params, Query>> {
  return { params: await props.params, query: await props.searchParams };
}

/**
 * The `generateMetadata` of a page that is titled with the name of what it shows.
 * @param nameOf loads the name; use the page's own loader wrapped in React's `cache`, so that nothing is read twice
 * @param fallback the title if the item is not found
 * @param audience of the page
 */
export function pageMetadata<Params, Query = object>(
  nameOf: (viewer: Viewer, address: Address<Params, Query>) => Promise<string>,
  fallback: string,
  audience?: Audience,
) {
  return async (props: PageProps<Params, Query>): Promise<Metadata> => {
    const name = async () => nameOf(await requirePageUser(audience), await addressOf(props));
    return { title: (await forScreen(refusedOr(nullOnMissing(name()), () => null))) ?? fallback };
  };
}

/** Awaits the data of a screen. The error screen shows the id of the request as the reference of an error. */
export async function forScreen<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const id = currentRequest()?.id;
    // Next.js sends only the digest of the error to the browser.
    if (id && error instanceof Error && !("digest" in error)) Object.assign(error, { digest: id });
    throw error;
  }
}

async function nullOnMissingItem<T>(promise: Promise<T>): Promise<T | null> {
  const item = await forScreen(nullOnMissing(promise));
  if (item === null) noteNotFound();
  return item;
}

/** Awaits the promise and renders the 404 page if it rejects with "not-found". */
export async function notFoundOnMissing<T>(promise: Promise<T>): Promise<T> {
  return (await nullOnMissingItem(promise)) ?? notFound();
}

/**
 * Like {@link notFoundOnMissing}, for an item that can be deleted while its page is open.
 * @returns null on client-side navigation, so that the page can say that the item was deleted; a document request gets
 * the 404 page
 */
export async function goneOnMissing<T>(promise: Promise<T>): Promise<T | null> {
  return (await nullOnMissingItem(promise)) ?? ((await isClientNavigation()) ? null : notFound());
}

/**
 * Awaits a screen. If it is refused like a request to the API, it has the same status and says why, instead of failing.
 */
export async function refusedOr<T>(screen: Promise<T>, sayWhy: (message: string) => T): Promise<T> {
  try {
    return await screen;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.code === "unauthenticated") redirect("/");
    // On client-side navigation, the response may have begun, and the browser would reload the document.
    if (!(await isClientNavigation())) note({ code: error.code, refusal: error });
    return sayWhy(error.message);
  }
}

/** The origin of the site, as the browser sees it. */
export async function pageOrigin(): Promise<string> {
  const sent = await headers();
  return requestOrigin({ headers: sent, url: isHttps(sent) ? "https:" : "http:" });
}

/** Counts a picture that is drawn for an address. @throws AppError "rate-limited" */
export const limitPictures = async (): Promise<void> => limitVisitor(await headers(), "picture");

/** Awaits the target of a link. @throws AppError "not-found", "rate-limited" */
export const limitLinked = async <T>(linked: Promise<T>): Promise<T> =>
  limitDeadLinks(await headers(), linked);

/** Awaits the target of a page's link, or renders the 404 page. @throws AppError "rate-limited" */
export const requireLinked = <T>(linked: Promise<T>): Promise<T> => notFoundOnMissing(limitLinked(linked));

/** True for a client-side navigation or refresh, false for a document request, also by public/sw.js. */
export async function isClientNavigation(): Promise<boolean> {
  const sent = await headers();
  return sent.get("sec-fetch-dest") === "empty" && sent.get("accept") !== "text/html";
}
