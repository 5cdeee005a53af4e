import { render } from "@testing-library/react";
import { isolate } from "@/lib/core/text/isolate";
import { Sentence } from "./bdi";

const shown = (text: string) => render(<Sentence>{text}</Sentence>).container;

test("names and amounts in a text are not translated", () => {
  const sentence = shown(`Settled: You paid ${isolate("Rose")} $1,234.50, and ${isolate("دوד")} −$3.00.`);
  expect(sentence).toHaveTextContent("Settled: You paid Rose $1,234.50, and دوד −$3.00.");
  const kept = [...sentence.querySelectorAll("bdi[translate=no]")].map(({ textContent }) => textContent);
  expect(kept).toEqual(["Rose", "$1,234.50", "دوד", "−$3.00"]);
});

test("an amount in a title belongs to it", () => {
  const sentence = shown(`You restored ${isolate("$5 lunch")}, $12.00`);
  expect([...sentence.querySelectorAll("bdi")].map(({ textContent }) => textContent)).toEqual([
    "$5 lunch",
    "$12.00",
  ]);
});

test("a text without any stays one text", () => {
  expect([...shown("Settled everything.").childNodes].map(({ nodeName }) => nodeName)).toEqual(["#text"]);
});
