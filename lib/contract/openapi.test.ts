import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument } from "./openapi";
import { operations } from "./operations";

test("the document is valid OpenAPI and contains every operation", async () => {
  const document = openApiDocument();
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  const paths = document.paths as Record<string, Record<string, { operationId: string }>>;
  const named = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(named.sort()).toEqual(
    ["health", "joinOffer", "live", "openapi", "unsubscribePage", ...Object.keys(operations)].sort(),
  );
});

test("creating, changing, and paying take a key, changing a revision; only creating answers 201", () => {
  const paths = openApiDocument().paths as Record<
    string,
    Record<string, { operationId: string; parameters?: { name: string }[]; responses: object }>
  >;
  const keyed = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters }) => parameters?.some(({ name }) => name === "Idempotency-Key"));
  const statusOf = Object.fromEntries(
    keyed.map(({ operationId, responses }) => [operationId, Object.keys(responses)[0]]),
  );
  expect(statusOf).toMatchObject({ createExpense: "201", settleUp: "201" });
  for (const name of ["editExpense", "editEvent", "editGroup", "settle"]) expect(statusOf[name]).toBe("200");
  const withRevision = keyed.filter(({ parameters }) => parameters?.some(({ name }) => name === "If-Match"));
  expect(withRevision.map(({ operationId }) => operationId).sort()).toEqual([
    "editEvent",
    "editEventSplits",
    "editExpense",
    "editGroup",
    "editGroupSplits",
    "moveExpense",
  ]);
});

test("the operations without a session list every status that they return", () => {
  const paths = openApiDocument().paths as Record<string, { get: { responses: object } }>;
  const statuses = (path: string) => Object.keys(paths[path]!.get.responses);
  expect(statuses("/api/health")).toEqual(["200", "429", "500", "503"]);
  expect(statuses("/api/live")).toEqual(["200", "429", "500"]);
  expect(statuses("/api/openapi.json")).toEqual(["200", "304", "429", "500"]);
});
