import { JSDOM } from "jsdom";
import fc from "fast-check";
import type { Statement } from "@/lib/contract/statements";
import { event, person } from "@/testing/components/fixtures";
import { PICTURE, type Picture } from "./picture";
import { pictureUrl, statementPicture } from "./statement-picture";

const statementOf = (names: readonly string[], title = "Dinner"): Statement => ({
  event: { ...event, title },
  people: names.map((name, index) => ({ user: person(index + 1, name), paid: index, share: 0, net: 0 })),
  days: { first: "2026-03-14T12:00:00.000Z", last: "2026-03-17T08:00:00.000Z" },
  daily: [],
  made: [],
  left: [],
  transfers: [],
  plans: [],
  offsets: [],
});

const parser = new new JSDOM().window.DOMParser();
/** One that is not well-formed has a parsererror. */
const parse = (svg: string) => parser.parseFromString(svg, "image/svg+xml").documentElement;
const wordsOf = ({ texts }: Picture) => texts.map(({ words }) => words);

test("has the name of the product, the total, the days, and what each person paid, those who paid most first", () => {
  const found = wordsOf(statementPicture(statementOf(["Ana Silva", "Ben Okafor"])));
  expect(found.slice(0, 3)).toEqual(["Evenly", "Dinner", "$30.00"]);
  expect(found[3]).toMatch(/^Mar 14.* – Mar 17.* · 4 days · 1 expense · 2 people$/);
  expect(found.slice(4)).toEqual(["Ben", "$1.00", "Ana", "$0.00", "What each person paid"]);
});

test("of many people, it shows those who paid most, and says how many more there are", () => {
  const names = Array.from({ length: 11 }, (_, i) => `P${i} Q`);
  const found = wordsOf(statementPicture(statementOf(names)));
  expect(found.slice(4, 6)).toEqual(["P10", "$10.00"]);
  expect(found.at(-1)).toBe("What each person paid · and 5 more");
});

test("no text leaves the picture, however wide its letters are, and nothing of a name's first sign is lost", () => {
  const family = "👨‍👩‍👧‍👦";
  const names = [...Array.from({ length: 7 }, (_, i) => `P${i} Q`), family];
  const statement = statementOf(names, "W".repeat(29));
  statement.event.total = 1_234_567.89;
  const { texts } = statementPicture({
    ...statement,
    people: statement.people.map((one) => ({ ...one, paid: 9_999_999.99 })),
  });
  for (const { words, x, width, size, middle } of texts) {
    expect(x - (middle ? width / 2 : 0)).toBeGreaterThanOrEqual(0);
    expect(x + (middle ? width / 2 : width)).toBeLessThanOrEqual(PICTURE.width);
    // A digit is more than half as wide as it is high.
    expect((words.match(/\d/g) ?? []).length * size * 0.55).toBeLessThanOrEqual(width);
  }
  expect(texts[1]!.words).toMatch(/^W{10,15}…$/);
  expect(wordsOf(statementPicture(statementOf([family])))).toContain(family);
});

test("everyone has an animal of their own color, and the beam is level", () => {
  const svg = parse(statementPicture(statementOf(["Ana", "Ben", "Cleo"])).shapes);
  const bodies = [...svg.querySelectorAll("g > path:nth-child(2)")].map((one) => one.getAttribute("fill"));
  expect(bodies).toHaveLength(3);
  const beam = svg.querySelector(`rect[height="10"]`);
  expect(beam?.hasAttribute("transform")).toBe(false);
});

test("the drawing is one well-formed image, in which nothing that people typed stands", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom("<script>alert(1)</script>", `"><svg onload=alert(1)>`, "]]><!--", "\u0000\ud800"),
  );
  fc.assert(
    fc.property(fc.array(nasty, { maxLength: 9 }), nasty, (names, title) => {
      const { shapes } = statementPicture(statementOf(names, title));
      const kinds = new Set([...parse(shapes).querySelectorAll("*")].map(({ tagName }) => tagName));
      expect([...kinds].filter((kind) => !["path", "rect", "g", "circle"].includes(kind))).toEqual([]);
      expect(decodeURIComponent(pictureUrl(shapes).slice("data:image/svg+xml,".length))).toBe(shapes);
    }),
    { numRuns: 40 },
  );
});
