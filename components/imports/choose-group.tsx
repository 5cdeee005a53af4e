import { useId, useState } from "react";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { Radio } from "@/components/ui/radio";
import { useFocusedHeading } from "./use-focused-heading";
import { Section } from "@/components/ui/section";

export type ChooseGroupProps = {
  /** The titles of the groups of the file. */
  groups: readonly string[];
  /** @param group its position */
  onChoose: (group: number) => void;
  onAgain: () => void;
};

/** Chooses one of the groups of a file, such as that of an account. */
export function ChooseGroup({ groups, onChoose, onAgain }: ChooseGroupProps) {
  const name = useId();
  const [chosen, setChosen] = useState(0);
  useFocusedHeading("choose-group-heading");
  return (
    <Section id="choose-group-heading" heading="Which group?" className="max-w-2xl gap-4">
      <p className="text-muted">This file contains several groups. You can import the others later.</p>
      <fieldset
        aria-labelledby="choose-group-heading"
        className="min-w-0 overflow-hidden rounded-card border border-line bg-surface p-2 shadow-card"
      >
        {groups.map((title, index) => (
          <Radio key={index} name={name} checked={index === chosen} onChange={() => setChosen(index)}>
            <Bdi className="min-w-0 wrap-anywhere">{title}</Bdi>
          </Radio>
        ))}
      </fieldset>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button onClick={() => onChoose(chosen)}>Continue</Button>
        <Button ref={keepFocus} variant="secondary" onClick={onAgain}>
          Choose another file
        </Button>
      </div>
    </Section>
  );
}
