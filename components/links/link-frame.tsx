import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

export type LinkFrameProps = {
  /** Above the card. */
  before?: ReactNode;
  /** Where the link leads. */
  card: ReactNode;
  /** What can be done. */
  children?: ReactNode;
};

/** The screen of a link for someone who is not signed in or does not take part yet. */
export function LinkFrame({ before, card, children }: LinkFrameProps) {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-4 py-8"
    >
      {before}
      <Card className="flex flex-col items-center gap-3 text-center">{card}</Card>
      <div className="flex flex-col items-center gap-4 text-center">{children}</div>
    </main>
  );
}
