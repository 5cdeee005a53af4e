import { render, screen } from "@testing-library/react";
import { isolate } from "@/lib/core/text/isolate";
import { Notice } from "./notice";

test("a name in the title is not translated, and has no marks", () => {
  render(<Notice tone="error" title={`${isolate("Nina")} is in this group already.`} />);
  expect(screen.getByText("Nina")).toHaveAttribute("translate", "no");
  expect(screen.getByRole("alert").textContent).toBe("Nina is in this group already.");
});
