import { copyText } from "./copy-text";

// Safari's rule, which jsdom has not: a page may write to the clipboard only during a press.

let pressed: boolean;
const written: string[] = [];

const clipboard = {
  writeText: async (text: string) => {
    if (!pressed) throw new DOMException("not pressed", "NotAllowedError");
    written.push(text);
  },
  write: async ([item]: { content: Record<string, Promise<Blob>> }[]) => {
    if (!pressed) throw new DOMException("not pressed", "NotAllowedError");
    const blob = await item!.content["text/plain"];
    written.push(`${blob!.type}, ${blob!.size} bytes`);
  },
};

class ClipboardItem {
  constructor(readonly content: object) {}
}

beforeEach(() => {
  pressed = true;
  written.length = 0;
  Object.assign(window, { ClipboardItem });
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
});
afterEach(() => void Reflect.deleteProperty(window, "ClipboardItem"));

/** Copies a text that arrives after the press. */
async function copyLate(text: Promise<string>) {
  const copying = copyText(text);
  pressed = false;
  return copying;
}

const later = <T,>(response: () => T) => new Promise<void>((done) => setTimeout(done)).then(response);

test("a text that is on its way is copied by the press that asked for it", async () => {
  expect(await copyLate(later(() => "https://evenly.test"))).toBe(true);
  expect(written).toEqual(["text/plain, 19 bytes"]);
});

test("in a browser that copies no promises, the text is copied if it comes in time", async () => {
  Reflect.deleteProperty(window, "ClipboardItem");
  expect(await copyText(Promise.resolve("a"))).toBe(true);
  expect(written).toEqual(["a"]);
  expect(await copyLate(later(() => "b"))).toBe(false);
});

test("a text that does not come is not copied, and says why", async () => {
  const refused = later<string>(() => {
    throw new Error("refused");
  });
  await expect(copyLate(refused)).rejects.toThrow("refused");
  expect(written).toEqual([]);
});
