import { SweepClock } from "./sweep-clock";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

afterEach(() => jest.restoreAllMocks());

/** A computer whose clocks are set by hand. */
function computer() {
  const clocks = { wall: 1_000 * DAY, steady: 5 * MINUTE };
  jest.spyOn(Date, "now").mockImplementation(() => clocks.wall);
  jest.spyOn(performance, "now").mockImplementation(() => clocks.steady);
  const clock = new SweepClock(MINUTE);
  /** Lets both clocks run for a minute, and returns whether a sweep is due then. */
  const minute = () => {
    clocks.wall += MINUTE;
    clocks.steady += MINUTE;
    return clock.due() === clocks.wall;
  };
  const minutes = (count: number) => Array.from({ length: count }, minute);
  return { clocks, clock, minute, minutes };
}

const yes = (count: number) => Array.from({ length: count }, () => true);
const no = (count: number) => Array.from({ length: count }, () => false);

test("a sweep is due once per interval, and gets the time", () => {
  const { clocks, clock, minute } = computer();
  expect(clock.due()).toBeNull();
  expect(minute()).toBe(true);
  expect(clock.due()).toBeNull();
  clocks.steady += MINUTE - 1;
  expect(clock.due()).toBeNull();
});

test.each([31 * DAY, -31 * DAY, 3 * MINUTE])("a wall clock that is wrong by %i ms for a moment", (jump) => {
  const { clocks, minute, minutes } = computer();
  expect(minutes(3)).toEqual(yes(3));
  clocks.wall += jump;
  expect(minute()).toBe(false);
  clocks.wall -= jump;
  expect(minutes(60)).toEqual(no(60));
  expect(minutes(3)).toEqual(yes(3));
});

test("a wall clock that is wrong between two sweeps changes nothing", () => {
  const { clocks, clock, minutes } = computer();
  clocks.wall += 31 * DAY;
  clocks.steady += MINUTE / 2;
  expect(clock.due()).toBeNull();
  clocks.steady -= MINUTE / 2;
  clocks.wall -= 31 * DAY;
  expect(minutes(3)).toEqual(yes(3));
});

test("after a suspension, or after the clock was set, the new time counts when it has been steady for an hour", () => {
  const { clocks, minutes } = computer();
  clocks.wall += 8 * 60 * MINUTE;
  expect(minutes(60)).toEqual(no(60));
  expect(minutes(3)).toEqual(yes(3));
});

test("a wall clock that is corrected gradually is trusted", () => {
  const { clocks, minute } = computer();
  for (let turn = 0; turn < 100; turn += 1) {
    clocks.wall += 5_000;
    expect(minute()).toBe(true);
  }
});
