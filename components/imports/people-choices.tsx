"use client";

import type { ImportPreview } from "@/lib/core/imports/preview";
import { isolate } from "@/lib/core/text/isolate";
import { Avatar } from "@/components/people/avatar";
import { Net } from "@/components/statements/net";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Choice, named } from "@/components/ui/choice";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import { GUEST, questionsOf, type Candidate } from "./match-people";

/** The number of people shown at first: each one has a list of all candidates. */
const SHOWN = 20;

type FilePerson = ImportPreview["people"][number];

export type PeopleChoicesProps = {
  people: readonly FilePerson[];
  candidates: readonly Candidate[];
  /** For each person, the id of a candidate, or GUEST. */
  who: readonly string[];
  onChange: (who: string[]) => void;
};

/** Matches the people of a file to members, friends, or guests. Each member or friend can be chosen once. */
export function PeopleChoices({ people, candidates, who, onChange }: PeopleChoicesProps) {
  const names = people.map(({ name }) => name);
  const questions = questionsOf(names, candidates, who);
  const me = candidates.find(({ is }) => is === "me");
  const choose = (index: number, id: string) => onChange(who.map((one, at) => (at === index ? id : one)));
  return (
    <Section id="people-heading" heading={`People (${people.length})`}>
      <p className="text-muted">
        Guests don&apos;t need an account. They can claim their place later with a link.
        {me && !who.includes(me._id) ? (
          <span className="font-semibold text-ink">
            {" "}
            Are you one of these people? Choose “Me” next to your name.
          </span>
        ) : null}
      </p>
      <ShowMore name="imported-people" limit={SHOWN} label="Show more people" aria-label="People of the file">
        {people.map((person, index) => (
          <PersonRow
            key={index}
            person={person}
            value={who[index] ?? GUEST}
            free={candidates.filter(({ _id }) => _id === who[index] || !who.includes(_id))}
            question={questions[index] ?? null}
            onChange={(id) => choose(index, id)}
          />
        ))}
      </ShowMore>
    </Section>
  );
}

type PersonRowProps = {
  person: FilePerson;
  value: string;
  /** The candidates who are not chosen for another person. */
  free: readonly Candidate[];
  /** The suggested candidate. */
  question: Candidate | null;
  onChange: (id: string) => void;
};

function PersonRow({ person: { name, cents, footer }, value, free, question, onChange }: PersonRowProps) {
  const optionsOf = (kind: Candidate["is"]) => free.filter(({ is }) => is === kind).map(toOption);
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={<Bdi>{name}</Bdi>}
      detail={
        <span className="flex flex-wrap items-center gap-x-2">
          <Net cents={cents} />
          <InFile cents={cents} footer={footer} />
        </span>
      }
      trailing={
        <Choice
          label={`Who is ${name}?`}
          hideLabel
          className="w-56 max-w-full sm:w-64"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          options={[{ value: GUEST, label: "Guest" }, ...optionsOf("me")]}
          groups={[
            { label: "Members", options: optionsOf("member") },
            { label: "Friends", options: optionsOf("friend") },
          ]}
        />
      }
    >
      {question ? (
        <p>
          <Button
            ref={keepFocus}
            variant="secondary"
            className="wrap-anywhere"
            icon="icon-user-check"
            onClick={() => onChange(question._id)}
          >
            <Sentence>
              {question.is === "me"
                ? "That's me"
                : `That's ${isolate(question.name)}${question.is === "friend" ? ", my friend" : ""}`}
            </Sentence>
          </Button>
        </p>
      ) : null}
    </ListRow>
  );
}

const toOption = ({ _id, name, is }: Candidate) => named(_id, is === "me" ? `Me (${name})` : name);

/** Whether the balance matches the file's own. */
function InFile({ cents, footer }: Pick<FilePerson, "cents" | "footer">) {
  if (footer === null) return null;
  if (footer === cents) {
    return (
      <span className="inline-flex items-center gap-1">
        <Icon className="icon-check size-4 text-owed" />
        matches the file
      </span>
    );
  }
  return (
    <span>
      the file says <Net cents={footer} />
    </span>
  );
}
