import type { EventField } from "@/lib/core/changes";
import { calendarDate, peopleIds, singleLine } from "./rule";

export const MAX_EVENT_TITLE = 100;

const EVENT_REQUIRED = "All fields are required.";

export const eventRules = {
  title: singleLine(EVENT_REQUIRED, MAX_EVENT_TITLE),
  date: calendarDate(EVENT_REQUIRED),
  participants: peopleIds(EVENT_REQUIRED),
} satisfies Record<EventField, unknown>;
