import "server-only";
import type { z } from "zod";
import { requireGroup, type Viewer } from "@/lib/server/access";
import type { Page, PageRequest } from "@/lib/core/page";
import { streamJson, allRows, type Streaming } from "../all-rows";
import { isNotFound, nullOnMissing } from "@/lib/errors";
import type { Event } from "@/lib/contract/events";
import type { groupExport } from "@/lib/contract/groups";
import { namesOf, toGroup } from "../serialize";
import { eventsView } from "../events";
import { groupSeriesView } from "../series";
import { eventSplitsView, toUsualSplits } from "../usual-split";
import { settlementsView } from "../settlements";
import { exportedExpensesView } from "../expenses";
import { planPartsView } from "../plans";

// Exports a group's history as JSON. It is read page by page through the same views as the screens, which check the
// rights each time, so the export of a member who is removed meanwhile stops.

/** All rows of an event in one of its views. If it is deleted meanwhile, its rows end, and the export continues. */
async function* rowsOf<Row>(
  view: (viewer: Viewer, eventId: string, page: PageRequest) => Promise<Page<Row>>,
  viewer: Viewer,
  { _id, groupId }: Event,
) {
  try {
    yield* allRows((page) => view(viewer, _id, page));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await requireGroup(viewer, groupId);
  }
}

/** The group with its events, and their expenses, settlements, and plans, as JSON. @throws AppError "not-found" */
export async function groupExportView(viewer: Viewer, groupId: string) {
  const { group, people } = await requireGroup(viewer, groupId);
  const names = namesOf(people);
  async function* events() {
    for await (const event of allRows((page) => eventsView(viewer, groupId, page))) {
      yield {
        ...event,
        expenses: rowsOf(exportedExpensesView, viewer, event),
        settlements: rowsOf(settlementsView, viewer, event),
        plans: rowsOf(planPartsView, viewer, event),
        splits: (await nullOnMissing(eventSplitsView(viewer, event._id))) ?? toUsualSplits(undefined, names),
      };
    }
  }
  const document: Streaming<z.infer<typeof groupExport>> = {
    exportedAt: new Date().toISOString(),
    group: toGroup(group, names),
    splits: toUsualSplits(group.splits, names),
    events: events(),
    series: await groupSeriesView(viewer, groupId),
  };
  return { title: group.title, pieces: streamJson(document) };
}
