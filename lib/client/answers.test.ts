import { newAnswers } from "./answers";

const PATH = "/api/groups/requests";
const realFetch = globalThis.fetch;
let waiting: ((answer: unknown) => void)[] = [];

beforeEach(() => {
  waiting = [];
  globalThis.fetch = () =>
    new Promise((resolve, reject) =>
      waiting.push((body) => (body instanceof Error ? reject(body) : resolve(Response.json(body)))),
    );
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

test("an answer that a newer one has overtaken is ignored, also of another origin", async () => {
  const answers = newAnswers();
  const early = answers.load(PATH);
  const late = answers.load(PATH);
  waiting[1]!(["late"]);
  await late;
  waiting[0]!(["early"]);
  await early;
  expect(answers.of(PATH)).toEqual({ data: ["late"] });

  const overtaken = answers.load(PATH);
  answers.keep(PATH, { data: ["rendered"] });
  waiting[2]!(["older"]);
  await overtaken;
  expect(answers.of(PATH)).toEqual({ data: ["rendered"] });
});

test("a failure keeps the answer before", async () => {
  const answers = newAnswers();
  answers.keep(PATH, { data: ["before"] });
  const request = answers.load(PATH);
  waiting[0]!(new TypeError("Failed to fetch"));
  await expect(request).resolves.toBe(false);
  expect(answers.of(PATH)).toMatchObject({ data: ["before"], error: { status: 0 } });
});

test("only what somebody shows is reloaded", async () => {
  const answers = newAnswers();
  const listener = jest.fn();
  answers.reload(PATH);
  expect(waiting).toHaveLength(0);
  const leave = answers.subscribe(PATH, listener);
  answers.reload(PATH);
  expect(waiting).toHaveLength(2);
  answers.keep(PATH, { data: [] });
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  answers.reload(PATH);
  answers.keep(PATH, { data: [] });
  expect(waiting).toHaveLength(2);
  expect(listener).toHaveBeenCalledTimes(1);
});
