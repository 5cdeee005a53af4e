import { day, line, people } from "./rules";

const EVENT_REQUIRED = "All fields are required.";

export const eventRules = {
  title: line(EVENT_REQUIRED, 100),
  date: day(EVENT_REQUIRED),
  participants: people(EVENT_REQUIRED),
};
