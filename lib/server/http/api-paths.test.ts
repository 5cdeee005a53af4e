import { methodsAt } from "./api-paths";

test.each([
  ["/api/groups", ["HEAD", "GET", "POST", "OPTIONS"]],
  ["/api/groups/", ["HEAD", "GET", "POST", "OPTIONS"]],
  ["/api/groups/64b000000000000000000001", ["HEAD", "GET", "DELETE", "OPTIONS"]],
  ["/api/groups/requests", ["HEAD", "GET", "OPTIONS"]],
  ["/api/users/friends", ["HEAD", "GET", "OPTIONS"]],
  ["/api/users/64b000000000000000000001", ["HEAD", "GET", "OPTIONS"]],
  ["/api/users/friends/request", ["POST", "OPTIONS"]],
  ["/api/users/friends/64b000000000000000000001", ["DELETE", "OPTIONS"]],
  ["/api/settlements/x/settle", ["PUT", "OPTIONS"]],
  ["/api/health", ["HEAD", "GET", "OPTIONS"]],
  ["/api/jobs", ["HEAD", "GET", "POST", "OPTIONS"]],
  ["/api/live", ["HEAD", "GET", "OPTIONS"]],
  ["/api/metrics", ["HEAD", "GET", "OPTIONS"]],
  ["/api/auth/session", ["HEAD", "GET", "OPTIONS"]],
  ["/api/auth/callback/google", ["HEAD", "GET", "POST", "OPTIONS"]],
])("%s takes %j", (path, methods) => expect(methodsAt(path)).toEqual(methods));

test.each([
  "/api",
  "/api/",
  "/api/unknown",
  "/api/groups//edit",
  "/api/groups/x/y",
  "/api/auth",
  "/api/auth/nonsense",
  "/api/auth/signin/google/more",
  "/API/groups",
  "/friends",
])("%s is unknown", (path) => expect(methodsAt(path)).toBeNull());
