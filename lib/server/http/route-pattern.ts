import { FILE_ROUTE } from "@/lib/server/log/request";
import { patternOf } from "./api-paths";
import { isCall, isFile } from "./request-rules";

/** The screens; of two that match a path, the first. lib/server/http/route-pattern.test.ts compares them with the files. */
const SCREENS = [
  "/",
  "/login",
  "/join/*",
  "/shared/*",
  ...[
    "/friends",
    "/friends/*",
    "/friends/*/add-expense",
    "/friends/*/claim",
    "/activity",
    "/add",
    "/add-friend",
    "/requests",
    "/create-group",
    "/create-event",
    "/account",
  ],
  ...["/groups", "/groups/deleted", "/groups/*"],
  ...[
    "activity",
    "add-event",
    "create-event",
    "deleted",
    "edit",
    "invite",
    "keep",
    "plan",
    "search",
    "spending",
  ].map((word) => `/groups/*/${word}`),
  "/groups/*/events/*",
  ...[
    "activity",
    "add-expense",
    "edit",
    "edit-expense/*",
    "expenses/*",
    "record-payment",
    "statement",
    "why/*",
  ].map((words) => `/groups/*/events/*/${words}`),
].map((pattern) => ({ pattern, path: new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`) }));

/**
 * The pattern of a path: "/api/groups/{groupId}", "/groups/*", or the kind of a path that is not known. It contains no
 * ids, and nothing that a person could have typed, and there are few: the metrics keep a series for each.
 */
export function routeOf(path: string): string {
  if (isCall(path)) return patternOf(path) ?? "(unknown call)";
  if (isFile(path)) return FILE_ROUTE;
  return SCREENS.find((screen) => screen.path.test(path))?.pattern ?? "(unknown screen)";
}
