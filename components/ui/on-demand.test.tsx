import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OnDemand } from "./on-demand";

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const fails = () => Promise.reject(new Error("no connection"));

test("what is shown while it loads makes room for the component", async () => {
  const load = async () => Greeting;
  render(<OnDemand load={load} props={{ name: "Ana" }} loading={<p>The list</p>} />);
  expect(screen.getByText("The list")).toBeVisible();
  expect(await screen.findByText("Hello Ana")).toBeVisible();
  expect(screen.queryByText("The list")).toBeNull();
});

test("a failed load says so, each time, until it succeeds", async () => {
  const load = jest.fn<Promise<typeof Greeting>, []>().mockImplementation(fails);
  render(<OnDemand load={load} props={{ name: "Ana" }} />);
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load data.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load data.");
  load.mockResolvedValue(Greeting);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Hello Ana")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
});

test("of what can be done without, a failed load says nothing", async () => {
  render(<OnDemand load={fails} props={{}} loading={<p>The field</p>} optional />);
  await act(async () => {});
  expect(screen.getByText("The field")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});
