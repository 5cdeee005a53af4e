import { screen } from "@testing-library/react";
import { ana, ben, cleo, person } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { GroupMembers } from "./group-members";

test("members are shown by first name, or by full name if two share one", () => {
  const members = [ana, ben, person(7, "Ben Carter"), cleo];
  showScreen(ana, () => <GroupMembers members={members} invited={[]} creatorId={ana._id} />);
  const names = ["You", "Ben Okafor", "Ben Carter", "Cleo"];
  for (const name of names) expect(screen.getByText(name, { ignore: ".sr-only" })).toBeVisible();
  expect(screen.getAllByRole("link")).toHaveLength(names.length);
  for (const { name } of members.slice(1)) expect(screen.getByRole("link", { name })).toBeVisible();
});
