import type { ComponentProps } from "react";
import { Button } from "./button";
import { Notice } from "./notice";

export type LoadFailedProps = { onRetry: () => void } & Pick<ComponentProps<typeof Button>, "busy" | "ref">;

/** Says that something could not be loaded, and offers to try again. */
export function LoadFailed({ onRetry, ...button }: LoadFailedProps) {
  return (
    <Notice
      tone="error"
      action={
        <Button variant="secondary" onClick={onRetry} {...button}>
          Try again
        </Button>
      }
    >
      Failed to load data.
    </Notice>
  );
}
