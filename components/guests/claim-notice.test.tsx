import { render, screen, within } from "@testing-library/react";
import { group } from "@/testing/components/fixtures";
import { whole } from "@/testing/components/whole-text";
import { ClaimNotice } from "./claim-notice";

test("a translator keeps the name in the question", () => {
  render(<ClaimNotice guest={{ _id: "9", name: "Nina", picture: "", guest: true }} group={group} />);
  const question = screen.getByText(whole("Are you Nina?"));
  expect(within(question).getByText("Nina")).toHaveAttribute("translate", "no");
});
