import "server-only";
import { requireSharedLink, type Viewer } from "@/lib/server/access";
import type { Statement } from "@/lib/contract/events";
import { namesOf } from "./serialize";
import { statementOf } from "./statement";
import { whyOfPair, type WhyPage } from "./why";

/** What a link shows. `by`: the name of who shares it. */
export type SharedPage = { by: string } & (
  | { kind: "statement"; statement: Statement }
  | ({ kind: "why" } & WhyPage)
);

/**
 * Loads the page of a shared link, as it is now (docs/rules.md#shared-links).
 * @param viewer null: without a session
 * @throws AppError "not-found", for every reason alike
 */
export async function loadSharedPage(token: string, viewer: Viewer | null): Promise<SharedPage> {
  const { link, ...found } = await requireSharedLink(token, viewer);
  const { shows, createdBy } = link;
  const by = namesOf(found.people)(createdBy).name;
  return shows.kind === "statement"
    ? { kind: shows.kind, by, statement: await statementOf(found) }
    : { kind: shows.kind, by, ...(await whyOfPair(found, shows)) };
}
