import { act, render, screen } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import "./translators";

/** How translators and extensions replace a text node. */
const ways: Record<string, (text: Text, font: Element) => void> = {
  "replaced by": (text, font) => text.replaceWith(font),
  "removed after": (text, font) => {
    text.before(font);
    text.remove();
  },
};

/** Puts two elements in the place of each text. */
function translate(way: (text: Text, font: Element) => void): void {
  const all = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let text = all.nextNode(); text; text = all.nextNode()) texts.push(text as Text);
  for (const text of texts) {
    const font = document.createElement("font");
    font.append(document.createElement("font"));
    font.firstElementChild!.append(`«${text.data}»`);
    way(text, font);
  }
}

/** A screen that shows the one, and after `next` the other. */
function screenOf(before: ReactNode, after: ReactNode): () => Promise<void> {
  let next = () => {};
  function Screen() {
    const [shown, show] = useState(before);
    next = () => show(after);
    return <p data-testid="screen">{shown}</p>;
  }
  render(<Screen />);
  // What the change does to the page is noted after it.
  return () => act(async () => next());
}

const shown = () => screen.getByTestId("screen").textContent;

describe.each(Object.entries(ways))("texts that are %s an element", (_, way) => {
  test.each([
    ["a text that changes", <>You owe {"$5"}.</>, <>You owe {"$7"}.</>, "«You owe »$7«.»"],
    ["a text that goes", <>You {"owe"} $5</>, <>You {null} $5</>, "«You »« $5»"],
    ["a text that comes", <>You {null} $5</>, <>You {"owe"} $5</>, "«You »owe« $5»"],
    ["an element before a text", <>{null}owes you</>, <>{<b>Ben</b>} owes you</>, "Ben owes you"],
    ["an element in place of a text", <>{"You"} owe</>, <>{<b>Ben</b>} owe</>, "Ben« owe»"],
  ])("%s", async (_, before, after, expected) => {
    const next = screenOf(before, after);
    translate(way);
    await next();
    expect(shown()).toBe(expected);
  });
});

test("a text changes again after it was translated again", async () => {
  const next = screenOf(<>Total: {"$5"}</>, <>Total: {"$7"}</>);
  translate(ways["replaced by"]!);
  await next();
  translate(ways["replaced by"]!);
  expect(shown()).toBe("««Total: »»«$7»");
});

test("a text that was moved into an element goes with it", async () => {
  const next = screenOf(<>You {"owe"}</>, <>You {null}</>);
  const text = [...screen.getByTestId("screen").childNodes].at(-1)!;
  const font = document.createElement("font");
  text.replaceWith(font);
  font.append(text);
  await next();
  expect(shown()).toBe("You ");
});

test("a text that was shown again as it was changes as ever", async () => {
  const next = screenOf(<>You owe {"$5"}</>, <>You owe {"$7"}</>);
  const text = [...screen.getByTestId("screen").childNodes].at(-1)!;
  const font = document.createElement("font");
  text.replaceWith(font);
  await act(async () => {});
  font.replaceWith(text);
  await next();
  expect(shown()).toBe("You owe $7");
});

test("a removal of what is nowhere does nothing, and its place is not known", () => {
  const parent = document.createElement("p");
  const nowhere = document.createTextNode("gone");
  expect(parent.removeChild(nowhere)).toBe(nowhere);
  parent.append("first");
  parent.insertBefore(document.createElement("b"), nowhere);
  expect(parent.innerHTML).toBe("first<b></b>");
});
