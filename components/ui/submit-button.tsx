"use client";

import { Button, type ButtonProps } from "./button";
import { keepFocus } from "./keep-focus";
import { usePosting } from "./post-form";

/** Submits the surrounding PostForm, and is busy until the next page is there. */
export function SubmitButton(props: Omit<ButtonProps, "type" | "busy" | "ref">) {
  const posting = usePosting();
  return <Button ref={keepFocus} type="submit" busy={posting} {...props} />;
}
