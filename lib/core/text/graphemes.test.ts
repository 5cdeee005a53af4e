import { graphemesOf } from "./graphemes";

test("characters as people see them", () => {
  expect([...graphemesOf("ne\u0301e 👨‍👩‍👧🇨🇭")]).toEqual(["n", "e\u0301", "e", " ", "👨‍👩‍👧", "🇨🇭"]);
});

test("modules load in a browser without Intl.Segmenter, which is told that it is too old", () => {
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, "Segmenter");
  try {
    jest.isolateModules(() => {
      for (const path of ["@/lib/core/people", "@/components/statements/statement-picture"])
        expect(() => jest.requireActual<object>(path)).not.toThrow();
    });
  } finally {
    Object.assign(Intl, { Segmenter });
  }
});
