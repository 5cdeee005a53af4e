// Every kind of response, for the tests of headers.

const TOO_MUCH = "x".repeat(64 * 1024 + 1);

type RequestSpec = [
  method: string,
  path: string,
  options?: { headers?: Record<string, string>; body?: string },
];
export type Kind = "page" | "plain page" | "call" | "other";

/** [label, the request, with a session?, the status, the content type] */
export const responses: [string, RequestSpec, boolean, number, Kind][] = [
  ["the entry screen", ["GET", "/"], false, 200, "page"],
  ["a guarded screen", ["GET", "/friends"], true, 200, "page"],
  ["the guard", ["GET", "/friends"], false, 307, "other"],
  ["a client-side navigation", ["GET", "/groups?", { headers: { RSC: "1" } }], true, 200, "page"],
  ["an unknown screen", ["GET", "/nowhere"], false, 404, "page"],
  ["an unknown file", ["GET", "/nowhere.png"], false, 404, "page"],
  [
    "an unknown picture",
    ["GET", "/nowhere.png", { headers: { "Sec-Fetch-Dest": "image" } }],
    false,
    404,
    "page",
  ],
  ["an unknown group", ["GET", "/groups/64b000000000000000000001"], true, 404, "page"],
  ["an unknown invite link", ["GET", "/join/x"], false, 404, "page"],
  ["an unknown shared link", ["GET", "/shared/x"], false, 404, "page"],
  ["a call of an unknown invite link", ["GET", "/api/join/x"], false, 404, "call"],
  ["an unknown unsubscribe link", ["GET", "/unsubscribe/x"], false, 404, "page"],
  ["a call of an unknown unsubscribe link", ["POST", "/api/unsubscribe/x"], false, 404, "call"],
  ["a file", ["GET", "/sticker.svg"], false, 200, "other"],
  ["the icon that browsers ask for by themselves", ["GET", "/favicon.ico"], false, 200, "other"],
  [
    "a part that a file does not have",
    ["GET", "/sticker.svg", { headers: { Range: "bytes=10-5" } }],
    false,
    200,
    "other",
  ],
  ["a group's icon", ["GET", "/group-icons/bee.svg"], false, 200, "other"],
  ["the manifest", ["GET", "/manifest.webmanifest"], false, 200, "other"],
  [
    "the image optimizer, which is off",
    ["GET", "/_next/image?url=%2Ficon-192.png&w=64&q=75"],
    false,
    404,
    "plain page",
  ],
  ["the page for crashes", ["GET", "/_global-error"], false, 404, "plain page"],
  ["duplicate slashes", ["GET", "/groups//x"], false, 308, "other"],
  ["an undecodable URL", ["GET", "/%E0%A4%A"], false, 400, "plain page"],
  ["TRACE of a screen", ["TRACE", "/friends"], true, 405, "plain page"],
  ["DELETE of a screen", ["DELETE", "/friends"], true, 405, "plain page"],
  ["POST to a file", ["POST", "/sticker.svg"], false, 405, "plain page"],
  ["POST to a screen", ["POST", "/account"], true, 405, "plain page"],
  [
    "a form of another site",
    ["POST", "/api/sign-out", { headers: { Origin: "https://evil.test" }, body: "x=1" }],
    true,
    403,
    "call",
  ],
  ["a call", ["GET", "/api/groups"], true, 200, "call"],
  ["a call without a session", ["GET", "/api/groups"], false, 401, "call"],
  ["an unknown call", ["GET", "/api/nonsense"], true, 404, "call"],
  ["the API root", ["GET", "/api"], false, 404, "call"],
  ["an unknown call of the sign-in", ["GET", "/api/auth/nonsense"], false, 404, "call"],
  ["an unsupported method of a call", ["PATCH", "/api/groups"], true, 405, "call"],
  ["an unsupported method of health", ["DELETE", "/api/health"], false, 405, "call"],
  ["an unsupported method of the session", ["POST", "/api/auth/session"], true, 405, "call"],
  ["TRACE of a call", ["TRACE", "/api/groups"], true, 405, "call"],
  ["a call with an undecodable URL", ["GET", "/api/groups/%E0%A4%A"], true, 400, "call"],
  ["a call that is too large", ["POST", "/api/groups", { body: TOO_MUCH }], true, 413, "call"],
  ["a body that is not JSON", ["POST", "/api/groups", { body: "x=1" }], true, 415, "call"],
  [
    "a write of another site",
    ["POST", "/api/groups", { headers: { "Sec-Fetch-Site": "cross-site" }, body: "{}" }],
    true,
    403,
    "call",
  ],
  [
    "a write over http of a site on https",
    ["POST", "/api/groups", { headers: { Origin: "https://localhost" }, body: "{}" }],
    true,
    403,
    "call",
  ],
  ["OPTIONS of a call", ["OPTIONS", "/api/groups"], true, 204, "other"],
  ["the health", ["GET", "/api/health"], false, 200, "call"],
  ["the process", ["GET", "/api/live"], false, 200, "call"],
  ["scheduled work without its secret", ["POST", "/api/jobs"], false, 404, "call"],
  ["metrics without their token", ["GET", "/api/metrics"], false, 404, "call"],
  ["openapi.json", ["GET", "/api/openapi.json"], false, 200, "call"],
  ["who is signed in", ["GET", "/api/auth/session"], true, 200, "call"],
  ["the CSRF token", ["GET", "/api/auth/csrf"], false, 200, "call"],
];

/** Next.js itself, or the proxy of a host, answers these where no guard runs in front. */
export const ONLY_BEHIND_A_GUARD = [
  "TRACE of a screen",
  "TRACE of a call",
  "duplicate slashes",
  "POST to a file",
  "a part that a file does not have",
];
