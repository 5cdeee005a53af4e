import { JSDOM } from "jsdom";
import fc from "fast-check";
import type { Statement } from "@/lib/contract/statements";
import { event, person } from "@/testing/components/fixtures";
import { pictureUrl, statementPicture } from "./statement-picture";

const statementOf = (names: readonly string[], title = "Dinner"): Statement => ({
  event: { ...event, title },
  people: names.map((name, index) => ({ user: person(index + 1, name), paid: index, share: 0, net: 0 })),
  days: { first: "2026-03-14T12:00:00.000Z", last: "2026-03-17T08:00:00.000Z" },
  daily: [],
  made: [],
  left: [],
  transfers: [],
  offsets: [],
});

const parser = new new JSDOM().window.DOMParser();
/** One that is not well-formed has a parsererror. */
const parse = (svg: string) => parser.parseFromString(svg, "image/svg+xml").documentElement;
const texts = (svg: string) => [...parse(svg).querySelectorAll("text")].map((one) => one.textContent);

test("has the total, the days, and what each person paid, those who paid most first", () => {
  const found = texts(statementPicture(statementOf(["Ana Silva", "Ben Okafor"])));
  expect(found.slice(0, 2)).toEqual(["Dinner", "$30.00"]);
  expect(found[2]).toMatch(/^Mar 14.* – Mar 17.* · 4 days · 1 expense · 2 people$/);
  expect(found.slice(3)).toEqual(["Ben", "$1.00", "Ana", "$0.00", "What each person paid"]);
});

test("of many people, it shows those who paid most, and says how many more there are", () => {
  const found = texts(statementPicture(statementOf(Array.from({ length: 11 }, (_, i) => `P${i} Q`))));
  expect(found.slice(3, 5)).toEqual(["P10", "$10.00"]);
  expect(found.at(-1)).toBe("What each person paid · and 5 more");
});

test("no text leaves the picture, however wide its letters are, and nothing of a name's first sign is lost", () => {
  const family = "👨‍👩‍👧‍👦";
  const names = [...Array.from({ length: 7 }, (_, i) => `P${i} Q`), family];
  const svg = parse(statementPicture(statementOf(names, "W".repeat(29))));
  const [title] = svg.querySelectorAll("text");
  expect(Number(title?.getAttribute("textLength"))).toBeLessThanOrEqual(656);
  expect(texts(svg.outerHTML)).toContain(family);
});

test("every text has its own direction: a right-to-left title ends on the left", () => {
  const svg = parse(statementPicture(statementOf(["Ana"], "!רחלה")));
  const directions = [...svg.querySelectorAll("text")].map((one) => one.getAttribute("unicode-bidi"));
  expect(new Set(directions)).toEqual(new Set(["plaintext"]));
});

test("everyone has an animal of their own color, and the beam is level", () => {
  const svg = parse(statementPicture(statementOf(["Ana", "Ben", "Cleo"])));
  const bodies = [...svg.querySelectorAll("g > path:nth-child(2)")].map((one) => one.getAttribute("fill"));
  expect(bodies).toHaveLength(3);
  expect(svg.querySelector("rect")?.hasAttribute("transform")).toBe(false);
});

test("whatever a name or a title contains is text: one well-formed image without anything that runs", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      "<script>alert(1)</script>",
      `"><svg onload=alert(1)>`,
      "]]><!--",
      "&lt;&#x0;",
      "\u0000\u0007\ufffe\ud800",
      "\u202eevil",
    ),
  );
  fc.assert(
    fc.property(fc.array(nasty, { maxLength: 9 }), nasty, (names, title) => {
      const svg = statementPicture(statementOf(names, title));
      const kinds = new Set([...parse(svg).querySelectorAll("*")].map(({ tagName }) => tagName));
      expect([...kinds].filter((kind) => !["path", "text", "rect", "g", "circle"].includes(kind))).toEqual(
        [],
      );
      const attributes = [...parse(svg).querySelectorAll("*")].flatMap((one) => one.getAttributeNames());
      expect(attributes.filter((name) => /^on|href|style/.test(name))).toEqual([]);
      expect(decodeURIComponent(pictureUrl(svg).slice("data:image/svg+xml,".length))).toBe(svg);
    }),
    { numRuns: 40 },
  );
});
