import fc from "fast-check";
import { streamJson } from "./all-rows";

async function* rows<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

async function read(value: unknown): Promise<unknown> {
  let text = "";
  for await (const piece of streamJson(value)) text += piece;
  return JSON.parse(text) as unknown;
}

test("lists are in order at any depth", async () => {
  const value = {
    name: 'a "name"',
    none: rows([]),
    groups: rows([
      {
        id: 1,
        events: rows([
          { id: 2, days: [3, 4] },
          { id: 5, days: [] },
        ]),
      },
      { id: 6 },
    ]),
    last: null,
  };
  expect(await read(value)).toEqual({
    name: 'a "name"',
    none: [],
    groups: [
      {
        id: 1,
        events: [
          { id: 2, days: [3, 4] },
          { id: 5, days: [] },
        ],
      },
      { id: 6 },
    ],
    last: null,
  });
});

test("any JSON is unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), async (list) => {
      const expected = JSON.parse(JSON.stringify({ list })) as unknown;
      expect(await read({ list: rows(list) })).toEqual(expected);
    }),
  );
});

test("a row is requested only when it is needed", async () => {
  let asked = 0;
  async function* counted() {
    for (;;) yield ++asked;
  }
  const pieces = streamJson({ list: counted() });
  for (let piece = 0; piece < 4; piece++) await pieces.next();
  expect(asked).toBeLessThanOrEqual(2);
});
