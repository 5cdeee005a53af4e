import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OnDemand } from "./on-demand";

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const fails = () => Promise.reject(new Error("no connection"));

test("replaces the placeholder when the component has loaded", async () => {
  const load = async () => Greeting;
  render(<OnDemand load={load} props={{ name: "Ana" }} loading={<p>The list</p>} />);
  expect(screen.getByText("The list")).toBeVisible();
  expect(await screen.findByText("Hello Ana")).toBeVisible();
  expect(screen.queryByText("The list")).toBeNull();
});

test("shows an error for each failed load, until one succeeds", async () => {
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

test("an optional component fails silently", async () => {
  render(<OnDemand load={fails} props={{}} loading={<p>The field</p>} optional />);
  await act(async () => {});
  expect(screen.getByText("The field")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});
