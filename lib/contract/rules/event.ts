import type { EventField } from "@/lib/core/changes";
import { calendarDate, peopleIds, singleLine } from "./rule";

export const MAX_EVENT_TITLE = 100;

const EVENT_REQUIRED = "All fields are required.";

export const eventRules = {
  title: singleLine(MAX_EVENT_TITLE, EVENT_REQUIRED),
  date: calendarDate(EVENT_REQUIRED),
  participants: peopleIds(EVENT_REQUIRED),
} satisfies Record<EventField, unknown>;
