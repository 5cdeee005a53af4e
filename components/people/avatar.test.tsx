import { fireEvent, render, screen } from "@testing-library/react";
import { Avatar } from "./avatar";
import { AvatarStack } from "./avatar-stack";
import { GroupIcon } from "@/components/ui/group-icon";
import { personColor } from "./person-color";

const image = (container: HTMLElement) => container.querySelector("img");

test("shows the picture, and sends its host no referrer", () => {
  const { container } = render(<Avatar name="Ana Silva" picture="https://pictures.test/ana.jpg" />);
  expect(image(container)).toHaveAttribute("src", "https://pictures.test/ana.jpg");
  expect(image(container)).toHaveAttribute("referrerpolicy", "no-referrer");
});

test.each([null, undefined, ""])("without a picture (%p): initials", (picture) => {
  const { container } = render(<Avatar name="Ana Maria Silva" picture={picture} />);
  expect(image(container)).toBeNull();
  expect(screen.getByText("AS")).toBeVisible();
});

test("a broken picture: initials", () => {
  const { container } = render(<Avatar name="Ana Silva" picture="/gone.jpg" />);
  fireEvent.error(image(container)!);
  expect(image(container)).toBeNull();
  expect(screen.getByText("AS")).toBeVisible();
});

test("tries a new picture after a broken one", () => {
  const { container, rerender } = render(<Avatar name="Ana" picture="/gone.jpg" />);
  fireEvent.error(image(container)!);
  rerender(<Avatar name="Ana" picture="/new.jpg" />);
  expect(image(container)).toHaveAttribute("src", "/new.jpg");
});

test("with the placeholder as fallback: initials without a picture; a broken one is replaced, by initials if both are", () => {
  const none = render(<Avatar name="Ana Silva" picture="" fallback="placeholder" />);
  expect(image(none.container)).toBeNull();
  const { container } = render(<Avatar name="Ana Silva" picture="/gone.jpg" fallback="placeholder" />);
  fireEvent.error(image(container)!);
  expect(image(container)).toHaveAttribute("src", "/placeholder.jpg");
  fireEvent.error(image(container)!);
  expect(image(container)).toBeNull();
});

test("is decorative", () => {
  render(<Avatar name="Ana Silva" />);
  expect(screen.getByText("AS")).toHaveAttribute("aria-hidden", "true");
});

test("the same name always has the same color, and names use all twelve", () => {
  const names = Array.from({ length: 200 }, (_, n) => `Person ${n}`);
  expect(personColor("Ana Silva")).toBe(personColor("Ana Silva"));
  expect(new Set(names.map(personColor)).size).toBe(12);
});

test("a stack names those it shows and counts the rest", () => {
  const people = ["Ana", "Ben", "Chiara", "Dmitri", "Emil"].map((name) => ({ name }));
  render(<AvatarStack people={people} max={4} />);
  expect(screen.getByRole("img", { name: "Ana, Ben, Chiara and 2 more" })).toHaveTextContent("+2");
});

test("a group's icon falls back to the bundled one, and stays", () => {
  const { container } = render(<GroupIcon src="/gone.svg" />);
  fireEvent.error(image(container)!);
  expect(image(container)).toHaveAttribute("src", "/default-group-icon.png");
  fireEvent.error(image(container)!);
  expect(image(container)).toHaveAttribute("src", "/default-group-icon.png");
});
