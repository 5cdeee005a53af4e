import type { EventField } from "@/lib/core/changes";
import { MAX_EVENT_TITLE } from "@/lib/core/limits";
import { calendarDate, peopleIds, singleLine } from "./rule";

const EVENT_REQUIRED = "All fields are required.";

export const eventRules = {
  title: singleLine(MAX_EVENT_TITLE, EVENT_REQUIRED),
  date: calendarDate(EVENT_REQUIRED),
  participants: peopleIds(EVENT_REQUIRED),
} satisfies Record<EventField, unknown>;
