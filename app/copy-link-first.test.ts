import { CopyLinkFirst } from "./copy-link-first";

let sent = new Headers();
jest.mock("next/headers", () => ({ headers: () => Promise.resolve(sent) }));

test("a request that names no browser gets no hint, and logs no error", async () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  for (const headers of [[], [["user-agent", ""]], [["user-agent", "WhatsApp/2.23"]]] as [
    string,
    string,
  ][][]) {
    sent = new Headers(headers);
    expect(await CopyLinkFirst()).toBeNull();
  }
  expect(logged).not.toHaveBeenCalled();
});
