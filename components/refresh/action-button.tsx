"use client";

import { Button, type ButtonProps } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { usePending } from "./use-pending";

export type ActionButtonProps = Omit<ButtonProps, "ref" | "busy" | "onClick"> & {
  /** Sends a request, and returns a function that shows its result. */
  action: () => Promise<() => void>;
  /** Shows why it failed; default: a toast with the server's message. */
  fail?: (error: unknown) => void;
};

/** A button that sends a request, and is busy until the screen shows the result. */
export function ActionButton({ action, fail, ...button }: ActionButtonProps) {
  const { pending, run } = usePending();
  const press = () => void run("action", action, fail);
  return <Button ref={keepFocus} data-write busy={"action" in pending} onClick={press} {...button} />;
}
