import { endProgress, progress } from "./progress";

let written: string;
beforeEach(() => {
  written = "";
  jest.useFakeTimers();
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  endProgress();
  jest.useRealTimers();
  jest.restoreAllMocks();
  process.stderr.isTTY = terminal;
});
const terminal = process.stderr.isTTY;

/** A quick step, and two slow ones that tell how much is done. */
function work(): void {
  progress("Preparing");
  jest.advanceTimersByTime(300);
  for (const name of ["Copying users", "Copying groups"]) {
    for (let done = 0; done < 4; done++) {
      progress(name, done, 4);
      jest.advanceTimersByTime(600);
    }
  }
}

test("without a terminal, each step that takes longer than a second is one line", () => {
  process.stderr.isTTY = false;
  work();
  endProgress();
  expect(written).toBe("Copying users …\nCopying groups …\n");
});

test("in a terminal, one line shows how much is done, and disappears at the end", () => {
  process.stderr.isTTY = true;
  work();
  expect(written.split("\r\x1b[K")).toEqual([
    "",
    ...["users", "groups"].flatMap((name) => [25, 50, 75].map((done) => `Copying ${name}: ${done}%`)),
  ]);
  written = "";
  endProgress();
  expect(written).toBe("\r\x1b[K");
});

test("what is done within a second shows nothing", () => {
  process.stderr.isTTY = true;
  progress("Checking", 1, 2);
  jest.advanceTimersByTime(900);
  endProgress();
  expect(written).toBe("");
});
