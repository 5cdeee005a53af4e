import { readdirSync } from "node:fs";
import { routeOf } from "./route-pattern";

test.each([
  ["/", "/"],
  ["/login", "/login"],
  ["/groups/65f0c0ffee65f0c0ffee65f0/events/65f0c0ffee65f0c0ffee65f0", "/groups/*/events/*"],
  ["/groups/jane@doe", "/groups/*"],
  ["/jane@doe", "(unknown screen)"],
  ["/jane@doe.example", "(file)"],
  ["/groups/1/2/3/4/5/6/7/8", "(unknown screen)"],
  ["/groups/deleted", "/groups/deleted"],
  // A route for each order of these words would be one label of the metrics for each.
  ["/friends/edit/why/login/events", "(unknown screen)"],
  ["/join/AbCdEf0123456789_-AbCd", "/join/*"],
  ["/shared/AbCdEf0123456789_-AbCd", "/shared/*"],
  ["/shared/AbCdEf0123456789_-AbCd/picture", "/shared/*/picture"],
  ["/api/join/AbCdEf0123456789_-AbCd", "/api/join/{token}"],
  ["/sw.js", "(file)"],
  ["/_next/static/chunks/1", "(file)"],
  ["/api/events/65f0c0ffee65f0c0ffee65f0/", "/api/events/{eventId}"],
  ["/api/users/search", "/api/users/search"],
  ["/account/nowhere", "/account/*"],
  ["/api/health", "/api/health"],
  ["/api/jane", "(unknown call)"],
])("%s has the route %s", (path, route) => expect(routeOf(path)).toBe(route));

test("each screen has its route", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" });
  const paths = pages
    .filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.includes("[..."))
    .map((file) => `/${file.replace(/\(signed-in\)\/|\/?page\.tsx$/g, "")}`);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.map(routeOf)).toEqual(paths.map((path) => path.replace(/\[\w+\]/g, "*")));
});
