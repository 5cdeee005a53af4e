"use client";

import { LogOut } from "lucide-react";
import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "@/components/ui/button";

/** Submits the form around it. */
export function LogoutButton({ variant = "secondary", children }: Pick<ButtonProps, "variant" | "children">) {
  const { pending } = useFormStatus();
  return (
    <Button
      type="submit"
      variant={variant}
      icon={<LogOut aria-hidden />}
      busy={pending}
      busyLabel="Signing out…"
      className="w-full sm:w-auto"
    >
      {children}
    </Button>
  );
}
