"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Submits the surrounding form. */
export function LogoutButton({ variant = "secondary", children }: Pick<ButtonProps, "variant" | "children">) {
  const { pending } = useFormStatus();
  return (
    <Button
      type="submit"
      variant={variant}
      icon={<Icon className="icon-log-out" />}
      busy={pending}
      busyLabel="Signing out…"
      className="w-full sm:w-auto"
    >
      {children}
    </Button>
  );
}
