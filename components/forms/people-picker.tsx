"use client";

import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { LeftTheGroup } from "@/components/people/left-the-group";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { useCurrentUser } from "@/components/session/current-user";
import { AddGuest } from "./add-guest";
import { FindPerson } from "./find-person";
import type { PickablePerson } from "./pickable-people";

export type PeoplePickerProps = {
  legend: string;
  people: readonly PickablePerson[];
  /** Ids of the selected people. */
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  error?: string | undefined;
  /** It has the problem that another field shows. */
  marked?: boolean | undefined;
  /** A line below the name of a selected person. */
  detailOf?: (person: PickablePerson) => ReactNode;
  /** A field next to the name of a selected person. */
  fieldOf?: (person: PickablePerson) => ReactNode;
  /** The group to which a person without an account can be added, who is selected then. */
  groupId?: string | undefined;
};

/** Selects people with checkboxes and 'Select All' (checked: all, unchecked: none). */
export function PeoplePicker(props: PeoplePickerProps) {
  const { legend, people, selected, onChange, error, marked, detailOf, fieldOf, groupId } = props;
  const user = useCurrentUser();
  const errorId = useId();
  const chosen = new Set(selected);

  const toggle = (id: string, on: boolean) =>
    onChange(people.map((person) => person._id).filter((one) => (one === id ? on : chosen.has(one))));

  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-2 font-bold">
        {legend} <span className="font-semibold text-muted">({`${chosen.size} of ${people.length}`})</span>
      </legend>
      <div
        className={clsx(
          "flex flex-col rounded-card border bg-surface p-2 shadow-card",
          error || marked ? "border-danger" : "border-line",
        )}
      >
        <Checkbox
          label="Select All"
          checked={people.length > 0 && people.every(({ _id }) => chosen.has(_id))}
          mixed={people.some(({ _id }) => chosen.has(_id)) && !people.every(({ _id }) => chosen.has(_id))}
          // Focusing an invalid field focuses the group's first control.
          aria-invalid={error || marked ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.checked ? people.map(({ _id }) => _id) : [])}
        />
        <FindPerson label="Find a person" people={people}>
          {(found) => (
            <div className={clsx("grid grid-cols-1 border-t border-line pt-1", !fieldOf && "sm:grid-cols-2")}>
              {found.map((person) => {
                const { _id, name, picture, left } = person;
                return (
                  <div key={_id} className="flex min-w-0 items-center">
                    <Checkbox
                      className="min-w-0 flex-1"
                      checked={chosen.has(_id)}
                      onChange={(event) => toggle(_id, event.target.checked)}
                      label={
                        <span className="flex flex-wrap items-center gap-x-3">
                          <Avatar
                            name={name}
                            picture={picture}
                            size="sm"
                            // On a narrow phone, the name needs the space beside a field.
                            className={clsx(fieldOf && "max-[24rem]:hidden")}
                          />
                          <span className="min-w-0 flex-1 basis-24">
                            <PersonName person={person} you={_id === user.id} />
                            {left ? <LeftTheGroup /> : null}
                            {detailOf && chosen.has(_id) ? (
                              <span className="block text-sm font-normal text-muted tabular-nums">
                                {detailOf(person)}
                              </span>
                            ) : null}
                          </span>
                        </span>
                      }
                    />
                    {chosen.has(_id) ? fieldOf?.(person) : null}
                  </div>
                );
              })}
            </div>
          )}
        </FindPerson>
        {groupId && !user.guest ? (
          <AddGuest groupId={groupId} onAdded={(id) => onChange([...selected, id])} />
        ) : null}
      </div>
      {error ? (
        <div className="mt-2">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  );
}
