import { readdirSync, readFileSync } from "node:fs";
import { env } from "@/lib/env";
import { FILE_ROUTE } from "@/lib/log/request";
import { patternOf } from "./api-paths";
import { isApiPath, isFile } from "./request-rules";

let known: { pattern: string; path: RegExp }[] | undefined;

/** The screens and pictures that the build contains, or before a build those of `app/`. Of two that match a path, the first. */
function screens(): NonNullable<typeof known> {
  const files =
    env().NODE_ENV === "production"
      ? Object.keys(JSON.parse(readFileSync(".next/app-path-routes-manifest.json", "utf8")) as object)
      : readdirSync(/* turbopackIgnore: true */ "app", { recursive: true, encoding: "utf8" });
  return files
    .map((file) => file.split(/[/\\]/))
    .filter((parts) => /^(page|route)(\.tsx)?$/.test(parts.pop()!))
    .map((parts) => parts.filter((part) => part && !part.startsWith("(")))
    .map((parts) => `/${parts.map((part) => (part.startsWith("[") ? "*" : part)).join("/")}`)
    .sort((one, other) => one.split("*").length - other.split("*").length)
    .map((pattern) => ({ pattern, path: new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`) }));
}

/**
 * The pattern of a path: "/api/groups/{groupId}", "/groups/*", or the kind of a path that is not known. It contains no
 * ids, and nothing that a person could have typed, and there are few: the metrics keep a series for each.
 */
export function routeOf(path: string): string {
  if (isApiPath(path)) return patternOf(path) ?? "(unknown call)";
  if (isFile(path)) return FILE_ROUTE;
  return (known ??= screens()).find((screen) => screen.path.test(path))?.pattern ?? "(unknown screen)";
}
