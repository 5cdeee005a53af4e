import { ApiError, call } from "@/lib/client/call";
import type { ImportRow } from "@/lib/core/imports/import-file";
import { patiently, sendRows } from "./send-rows";

jest.mock("@/lib/client/call", () => ({ ...jest.requireActual("@/lib/client/call"), call: jest.fn() }));

const answer = jest.mocked(call) as jest.Mock;
beforeEach(() => answer.mockReset());

const rows = Array.from({ length: 450 }, (_, index): ImportRow => ({
  kind: "payment",
  row: index + 1,
  id: null,
  occurrence: 0,
  date: "2026-03-14",
  event: null,
  from: 0,
  to: 1,
  cents: 100 + index,
  method: null,
  note: "",
  settledAt: null,
}));
const lost = new ApiError(0, "network", null);

/** Sends with a clock that does not wait. */
function send(ended = new AbortController()) {
  const [progress, waiting, waits]: [number[], boolean[], number[]] = [[], [], []];
  const done = sendRows("1", rows, ({ rows: count }) => progress.push(count), {
    signal: ended.signal,
    onWaiting: (now) => waiting.push(now),
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { done, progress, waiting, waits };
}

test("rows are sent in batches of at most 200, one after another, in dollars", async () => {
  let [pending, most] = [0, 0];
  answer.mockImplementation(async () => {
    pending += 1;
    most = Math.max(most, pending);
    await Promise.resolve();
    pending -= 1;
    return { imported: 1, skipped: 0, refused: [{ row: 7, reason: "No." }] };
  });
  const { done, progress } = send();
  expect(await done).toEqual({ rows: 450, refused: [1, 2, 3].map(() => ({ row: 7, reason: "No." })) });
  expect(progress).toEqual([200, 400, 450]);
  expect(most).toBe(1);
  const sent = answer.mock.calls.flatMap(([, { body }]) => body.rows as { row: number; amount: number }[]);
  expect(sent.map(({ row, amount }) => [row, Math.round(amount * 100)])).toEqual(
    rows.map(({ row }) => [row, 99 + row]),
  );
});

test("a batch without an answer is sent again, later and later, for a minute", async () => {
  answer.mockRejectedValueOnce(lost).mockRejectedValueOnce(new ApiError(503, "unavailable", null));
  answer.mockResolvedValue({ imported: 1, skipped: 0, refused: [] });
  const { done, waits, waiting } = send();
  expect((await done).rows).toBe(450);
  expect(waits).toEqual([500, 1000]);
  expect(waiting.slice(0, 5)).toEqual([false, true, false, true, false]);
  expect(answer).toHaveBeenCalledTimes(5);
  answer.mockReset().mockRejectedValue(lost);
  const failing = send();
  await expect(failing.done).rejects.toBe(lost);
  expect(failing.waits.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(60_000);
});

test("a batch that was refused is not sent again", async () => {
  const refused = new ApiError(409, "closed", "This event is closed.");
  answer.mockRejectedValue(refused);
  const { done } = send();
  await expect(done).rejects.toBe(refused);
  expect(answer).toHaveBeenCalledTimes(1);
});

test("nothing more is sent when its screen was left", async () => {
  const ended = new AbortController();
  answer.mockImplementation(async () => {
    ended.abort();
    return { imported: 1, skipped: 0, refused: [] };
  });
  await expect(send(ended).done).rejects.toBe(ended.signal.reason);
  expect(answer).toHaveBeenCalledTimes(1);
});

test("what is answered at once does not wait", async () => {
  const onWaiting = jest.fn();
  expect(await patiently(async () => 3, { onWaiting, signal: new AbortController().signal })).toBe(3);
  expect(onWaiting.mock.calls).toEqual([[false]]);
});
