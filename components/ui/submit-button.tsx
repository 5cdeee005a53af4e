"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";
import { keepFocus } from "./keep-focus";

/** Submits the surrounding form, and is busy while its server action runs. */
export function SubmitButton(props: Omit<ButtonProps, "type" | "busy" | "ref">) {
  const { pending } = useFormStatus();
  return <Button ref={keepFocus} type="submit" busy={pending} {...props} />;
}
