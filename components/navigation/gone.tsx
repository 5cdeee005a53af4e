import type { Route } from "next";
import { ApiError } from "@/lib/api-client";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Whether a failed call says for certain that what it asked for is not there, or not for this viewer any more. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not-found";
}

export type GoneProps<T extends string> = {
  /** "This event", for example. */
  what: string;
  /** The way on. */
  href: Route<T> | URL;
  /** What the way on is called. */
  wayOn: string;
};

/** Takes the place of something that was deleted, or left, while it was being looked at. */
export function Gone<T extends string>({ what, href, wayOn }: GoneProps<T>) {
  return (
    <Notice
      tone="warning"
      role="alert"
      action={
        <ButtonLink href={href} variant="secondary">
          {wayOn}
        </ButtonLink>
      }
    >
      {`${what} is no longer there.`}
    </Notice>
  );
}
