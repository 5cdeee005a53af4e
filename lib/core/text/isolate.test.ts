import { isolate } from "./isolate";

test.each(["أحمد", "דוד", "Dinner with דוד", "\u202Egnp.exe", "𞤀𞤁"])("%s is isolated", (text) =>
  expect(isolate(text)).toBe(`\u2068${text}\u2069`),
);

test.each(["Ana", "Łukasz Żak", "Ng 吴", "👩‍👩‍👧‍👦", "−5 €", ""])("%j stays the same", (text) =>
  expect(isolate(text)).toBe(text),
);
