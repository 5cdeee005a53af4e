import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { Disclosure } from "./disclosure";

test("shows what is rendered on demand if it was opened before React was ready", () => {
  const disclosure = (
    <Disclosure name="early" summary="11 payments" onDemand>
      <p>Ben owes Ana</p>
    </Disclosure>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(disclosure);
  expect(screen.queryByText("Ben owes Ana")).toBeNull();

  container.querySelector("details")!.open = true;
  render(disclosure, { container, hydrate: true });
  expect(screen.getByText("Ben owes Ana")).toBeVisible();
});
