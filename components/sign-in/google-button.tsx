"use client";

import type { ReactNode } from "react";
import { usePosting } from "@/components/ui/post-form";
import { Spinner } from "@/components/ui/spinner";

/**
 * Google's sign-in button in its own colors: pill shape, 200 px wide (docs/rules.md#screens), 240 px with another
 * label. Submits the surrounding form. It shares no component with the demo people's buttons: only the attributes of a
 * pending button are the same.
 * @param props.mark Google's mark, from the server, so that scripts do not contain it
 */
export function GoogleButton({ label, mark }: { label?: string | undefined; mark: ReactNode }) {
  const pending = usePosting();
  return (
    <button
      type="submit"
      disabled={pending}
      aria-busy={pending || undefined}
      className={`${label ? "w-60" : "w-[200px]"} inline-flex h-12 items-center justify-center gap-3 rounded-full border border-[light-dark(#747775,#8e918f)] bg-[light-dark(#ffffff,#131314)] font-semibold text-[light-dark(#1f1f1f,#e3e3e3)] transition-shadow duration-150 hover:shadow-card`}
    >
      {pending ? <Spinner /> : mark}
      <span className="whitespace-nowrap">{pending ? "Signing in…" : (label ?? "Sign in with Google")}</span>
    </button>
  );
}
