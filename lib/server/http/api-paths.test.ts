import { methodsAt } from "./api-paths";

test.each([
  ["/api/groups", ["GET", "HEAD", "OPTIONS", "POST"]],
  ["/api/groups/", ["GET", "HEAD", "OPTIONS", "POST"]],
  ["/api/groups/64b000000000000000000001", ["DELETE", "GET", "HEAD", "OPTIONS"]],
  ["/api/groups/requests", ["GET", "HEAD", "OPTIONS"]],
  ["/api/users/friends", ["GET", "HEAD", "OPTIONS"]],
  ["/api/users/64b000000000000000000001", ["GET", "HEAD", "OPTIONS"]],
  ["/api/users/friends/request", ["OPTIONS", "POST"]],
  ["/api/users/friends/64b000000000000000000001", ["DELETE", "OPTIONS"]],
  ["/api/settlements/x/settle", ["OPTIONS", "PUT"]],
  ["/api/health", ["GET", "HEAD", "OPTIONS"]],
  ["/api/jobs", ["GET", "HEAD", "OPTIONS", "POST"]],
  ["/api/live", ["GET", "HEAD", "OPTIONS"]],
  ["/api/metrics", ["GET", "HEAD", "OPTIONS"]],
  ["/api/auth/session", ["GET", "HEAD", "OPTIONS"]],
  ["/api/auth/callback/google", ["GET", "HEAD", "OPTIONS", "POST"]],
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
