import { maskEmail } from "./people";

test.each<[label: string, email: string, masked: string]>([
  ["a usual address", "andy.smith@example.com", "and****@example.com"],
  ["exactly three characters", "bob@example.com", "bob****@example.com"],
  ["fewer than three characters", "al@example.com", "al****@example.com"],
  ["one character", "x@example.com", "x****@example.com"],
  ["plus addressing", "ann+trips@mail.example.org", "ann****@mail.example.org"],
  ["a quoted @ in the local part", '"a@b"@example.com', '"a@****@example.com'],
  ["characters of two code units", "😀é漢字@example.com", "😀é漢****@example.com"],
  ["no @ at all", "nobody", "nob****"],
  ["nothing", "", "****"],
])("%s", (_, email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
