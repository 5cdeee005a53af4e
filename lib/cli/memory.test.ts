import { heapOptions, sizeMemory } from "./memory.mjs";

const MB = 2 ** 20;

test.each([
  ["a small container", 256, 128],
  ["800 MB", 800, 200],
  ["a large machine", 24_000, 256],
])("the heaps of the application and of its database leave half of the memory: %s", (_, memory, old) => {
  expect(heapOptions(memory * MB)).toEqual([
    "--max-semi-space-size=8",
    `--max-old-space-size=${old}`,
    "--heap-growing-percent=100",
  ]);
});

describe("a server starts again with sized heaps", () => {
  const execve = jest.fn();
  const setFlags = jest.fn();
  const own = {
    execve,
    execPath: "/node",
    execArgv: ["--enable-source-maps"],
    argv: ["/node", "/server.js", "start"],
    env: { PORT: "1" },
    constrainedMemory: () => 512 * MB,
  };
  type Process = Parameters<typeof sizeMemory>[0];
  const size = (changes: object) => {
    jest.clearAllMocks();
    sizeMemory({ ...own, ...changes } as unknown as Process, setFlags);
    return execve.mock.calls as unknown[][];
  };

  test("by the memory of its container, keeping its own options and variables", () => {
    const sizes = ["--max-semi-space-size=8", "--max-old-space-size=128", "--heap-growing-percent=100"];
    expect(size({})).toEqual([
      [
        "/node",
        ["/node", "--enable-source-maps", ...sizes, "/server.js", "start"],
        { PORT: "1", MALLOC_ARENA_MAX: "1" },
      ],
    ]);
    expect(size({ env: { MALLOC_ARENA_MAX: "4" } })[0]![2]).toEqual({ MALLOC_ARENA_MAX: "4" });
  });

  test.each([
    ["it has done so", { execArgv: ["--max-semi-space-size=8", "--max-old-space-size=128"] }],
    ["its operator has chosen a size", { env: { NODE_OPTIONS: "--max-old-space-size=4096" } }],
  ])("unless %s", (_, changes) => {
    expect(size(changes)).toEqual([]);
    expect(setFlags).not.toHaveBeenCalled();
  });

  test.each([
    ["its parent talks to it", { channel: {} }],
    ["Node.js cannot", { execve: undefined }],
  ])("but lets them grow more slowly if %s", (_, changes) => {
    expect(size(changes)).toEqual([]);
    expect(setFlags).toHaveBeenCalledWith("--heap-growing-percent=100");
  });
});
