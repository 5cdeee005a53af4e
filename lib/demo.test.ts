import { demoEmail, demoName } from "./demo";

describe("demoEmail", () => {
  it.each([
    ["ana.silva@demo.test", "ana.silva@demo.test"],
    ["  Ana.Silva@Demo.Test ", "ana.silva@demo.test"],
    ["bo_2-x@demo.test", "bo_2-x@demo.test"],
  ])("takes %j as %j", (input, email) => expect(demoEmail(input)).toBe(email));

  it.each([
    [""],
    ["ana"],
    ["@demo.test"],
    ["ana@demo.test.evil.example"],
    ["ana@evil-demo.test"],
    ["ana@example.org"],
    ["ana@demo.test\nbcc@demo.test"],
    ["a b@demo.test"],
    [".ana@demo.test"],
    [`${"a".repeat(80)}@demo.test`],
    [undefined],
    [{ $ne: "" }],
  ])("refuses %j", (input) => expect(demoEmail(input)).toBeNull());
});

describe("demoName", () => {
  it.each([
    ["ana.silva@demo.test", "Ana Silva"],
    ["bo@demo.test", "Bo"],
    ["mary-jane_watson@demo.test", "Mary Jane Watson"],
  ])("makes of %s the name %s", (email, name) => expect(demoName(email)).toBe(name));
});
