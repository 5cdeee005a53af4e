"use client";

import { firstName } from "@/lib/core/people";
import { isolate } from "@/lib/core/text/isolate";
import { Button } from "@/components/ui/button";
import { Sentence } from "@/components/ui/bdi";
import { share } from "@/components/ui/share";

export type AskForLinkProps = {
  /** The name of who shared the statement. */
  by: string;
  /** Of the event. */
  title: string;
  /** Of the statement. */
  path: string;
};

/** Asks whoever shared a statement for a link that lets its sender in. */
export function AskForLink({ by, title, path }: AskForLinkProps) {
  const name = firstName(by);
  const ask = () => {
    const words = `Hi ${name}, please send me my own link to “${title}”.`;
    void share(location.origin + path, words, "Link copied. Send it, and ask for a link of your own.");
  };
  return (
    <Button variant="secondary" icon="icon-send" onClick={ask}>
      <Sentence>{`Ask ${isolate(name)} for a link`}</Sentence>
    </Button>
  );
}
