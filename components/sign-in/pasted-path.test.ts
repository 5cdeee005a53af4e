import { pastedPath } from "./pasted-path";

const TOKEN = "AbCdEfGhIjKlMnOpQrSt-_";
const on = (text: string) => pastedPath(text, "evenly.example");

test.each([
  `https://evenly.example/join/${TOKEN}`,
  `  HTTPS://evenly.example/join/${TOKEN}\n`,
  `https://EVENLY.example/join/${TOKEN}?problem=x#y`,
  `evenly.example/join/${TOKEN}`,
  `/join/${TOKEN}`,
  TOKEN,
  `Join Trip on Evenly. https://evenly.example/join/${TOKEN}.`,
])("%j opens the invite link", (text) => {
  expect(on(text)).toEqual({ path: `/join/${TOKEN}` });
});

test("a link that shows something is opened, too", () => {
  expect(on(`https://evenly.example/shared/${TOKEN}`)).toEqual({ path: `/shared/${TOKEN}` });
});

test.each([
  [`https://other.example/join/${TOKEN}`, "other.example"],
  [`https://evenly.example.other.example/join/${TOKEN}`, "evenly.example.other.example"],
  [`https://evenly.example@other.example/join/${TOKEN}`, "evenly.example@other.example"],
  ["https://other.example/group/1", "other.example"],
])("%j is refused, and says where it leads", (text, host) => {
  const problem = `This link leads to ${host}. Only links from evenly.example work here.`;
  expect(on(text)).toEqual({ problem });
});

test.each([
  "hello",
  "https://evenly.example/friends",
  `https://evenly.example/join/${TOKEN}x`,
  "https://evenly.example/join/short",
  `//other.example/join/${TOKEN}`,
  `javascript:alert(1)//join/${TOKEN}`,
])("%j is no invite link", (text) => {
  const problem = "This is not an invite link. It looks like evenly.example/join/…";
  expect(on(text)).toEqual({ problem });
});

test("nothing asks for the link", () => {
  expect(on(" ")).toEqual({ problem: "Paste the link that someone sent you." });
});
