import { readFile } from "node:fs/promises";
import { drawn } from "./draw";

jest.mock("node:fs/promises", () => ({ readFile: jest.fn() }));
// Only Next.js loads it.
jest.mock("next/og", () => ({
  ImageResponse: class {
    arrayBuffer = () => Promise.resolve(new Uint8Array([1, 2]));
  },
}));

test("after the typeface could not be read once, the next picture is drawn", async () => {
  const picture = { width: 600, height: 315, shapes: [], texts: [] } as unknown as Parameters<
    typeof drawn
  >[0];
  jest.mocked(readFile).mockRejectedValueOnce(new Error("EMFILE")).mockResolvedValue(Buffer.from(""));
  await expect(drawn(picture)).rejects.toThrow("EMFILE");
  expect(await drawn(picture)).toEqual(new Uint8Array([1, 2]));
});
