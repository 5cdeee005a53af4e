import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument } from "./openapi";
import { operations } from "@/lib/schemas/operations";

test("the document is valid OpenAPI and contains every call", async () => {
  const document = openApiDocument();
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  const paths = document.paths as Record<string, Record<string, { operationId: string }>>;
  const named = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(named.sort()).toEqual(["health", "openapi", ...Object.keys(operations)].sort());
});
