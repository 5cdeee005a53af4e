import { isolate } from "./isolate";

test.each(["Ana", "דוד", ""])("%j is isolated", (text) => expect(isolate(text)).toBe(`\u2068${text}\u2069`));
