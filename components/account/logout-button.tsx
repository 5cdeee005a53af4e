"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";

/** Submits the surrounding form. */
export function LogoutButton({ variant = "secondary", children }: Pick<ButtonProps, "variant" | "children">) {
  const { pending } = useFormStatus();
  return (
    <Button
      type="submit"
      variant={variant}
      icon={<Icon className="icon-log-out" />}
      busy={pending}
      busyLabel="Logging out…"
      className="w-full sm:w-auto"
    >
      {children}
    </Button>
  );
}

/** Submits the form that logs out on another device. */
export function EndSessionButton({ device }: { device: string }) {
  const { pending } = useFormStatus();
  return (
    <Button
      ref={keepFocus}
      type="submit"
      variant="quiet"
      busy={pending}
      busyLabel="Logging out…"
      aria-label={`Log out ${device}`}
    >
      Log out
    </Button>
  );
}

/** Submits the form that leads to signing in again. */
export function SignInAgainButton() {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant="secondary" busy={pending} className="w-full sm:w-auto">
      Sign in again
    </Button>
  );
}
