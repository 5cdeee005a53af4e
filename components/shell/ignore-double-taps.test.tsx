import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { IgnoreDoubleTaps } from "./ignore-double-taps";

const settled: string[] = [];
beforeEach(() => (settled.length = 0));

/** The first payment's row is replaced after each tap: by itself, as after a Settle that failed, or by the next one. */
function Payments({ next }: { next: string }) {
  const [taps, setTaps] = useState(0);
  const id = taps === 0 ? "p1" : next;
  const settle = () => {
    settled.push(id);
    setTaps(taps + 1);
  };
  return (
    <ul>
      <li key={taps}>
        <a href={`/why/${id}`}>You owe Ana $10.00</a>
        <button onClick={settle}>Settle</button>
      </li>
    </ul>
  );
}

const tap = () => fireEvent.click(screen.getByRole("button"), { detail: 1, clientX: 300, clientY: 200 });

test.each([
  ["the same payment, which is back because it failed, is sent again", "p1", ["p1", "p1"]],
  ["the next payment, which has moved there, is not settled", "p2", ["p1"]],
])("a second tap: %s", (_label, next, sent) => {
  render(
    <>
      <IgnoreDoubleTaps />
      <Payments next={next} />
    </>,
  );
  tap();
  tap();
  expect(settled).toEqual(sent);
});
