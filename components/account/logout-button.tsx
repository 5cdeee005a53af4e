"use client";

import { LogOut } from "lucide-react";
import { useFormStatus } from "react-dom";
import { Button } from "@/components/ui/button";

/** Submits the form around it. */
export function LogoutButton() {
  const { pending } = useFormStatus();
  return (
    <Button
      type="submit"
      variant="secondary"
      icon={<LogOut aria-hidden />}
      busy={pending}
      busyLabel="Signing out…"
      className="w-full sm:w-auto"
    >
      Logout
    </Button>
  );
}
