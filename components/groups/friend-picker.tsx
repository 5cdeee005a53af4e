"use client";

import { useRef, useState, type KeyboardEvent } from "react";
import { SEARCH_MAX } from "@/lib/core/search";
import { isolate } from "@/lib/core/text/isolate";
import type { User } from "@/lib/contract/people";
import { useUnadded } from "@/components/forms/use-unadded";
import { MaskedEmail } from "@/components/friends/masked-email";
import { useUserSearch } from "@/components/friends/use-user-search";
import { Avatar } from "@/components/people/avatar";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Field, FieldError, Input } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { List, ListRow } from "@/components/ui/list";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { FriendSuggestions } from "./friend-suggestions";
import { matchFriends, mergeMatches, needsEmailSearch } from "./match-friends";

/** The number of results that fit above a phone's keyboard. More typing narrows them. */
const RESULTS = 5;

export type FriendPickerProps = {
  label: string;
  friends: readonly User[];
  /** Ids of people who are selected, invited, or members, and therefore not offered (docs/rules.md#input). */
  taken: readonly string[];
  onPick: (friend: User) => void;
  /** The names of the people without an account. */
  guests: readonly string[];
  /** Adds a person without an account, by the typed name. */
  onGuest: (name: string) => void;
  error?: string | undefined;
};

/** Searches participants by email or name, among friends only. Suggests some before anything is typed. */
export function FriendPicker({ label, friends, taken, onPick, guests, onGuest, error }: FriendPickerProps) {
  const [query, setQuery] = useState("");
  /** The guest added last, whose row may be out of view. */
  const [added, setAdded] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const name = query.trim();
  const typed = name !== "";
  const free = friends.filter(({ _id }) => !taken.includes(_id));
  const { found, searching } = useFriendSearch(free, query);
  const shown = found.slice(0, RESULTS);
  /** Someone of that name is there already. */
  const there = found.length === 0 && (guests.includes(name) || matchFriends(friends, name).length > 0);
  const unadded = useUnadded(there ? "" : name);

  function pick(friend: User) {
    onPick(friend);
    setQuery("");
  }

  function addGuest() {
    onGuest(name);
    setAdded(guests.includes(name) ? null : name);
    setQuery("");
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter selects the first result, or adds a guest if nobody is found. With an empty query, it submits the form as
    // usual.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // A key that is still held down after it selected someone must not submit the form.
    if (typed || event.repeat) event.preventDefault();
    if (!typed) return;
    const first = shown[0];
    if (first) pick(first);
    // Somebody whose address was typed has an account.
    else if (searching || name.includes("@")) unadded.ask();
    else if (!there) addGuest();
  }

  return (
    <div className="flex flex-col items-stretch gap-3" onBlur={unadded.onBlur}>
      <Field
        label={label}
        hint={
          friends.length > 0
            ? "Friends by email or name, anyone else by name."
            : "Anyone's name: no account needed."
        }
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            {...unadded.control}
            ref={input}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={SEARCH_MAX}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        <Sentence>
          {!typed && added && guests.includes(added)
            ? `${isolate(added)} added`
            : statusOf({ typed, searching, free: free.length, friends: friends.length, found: found.length })}
        </Sentence>
      </p>
      {typed && shown.length > 0 ? (
        <List aria-label="Friends found">
          {shown.map((friend) => (
            <ListRow
              key={friend._id}
              leading={<Avatar name={friend.name} picture={friend.picture} />}
              title={<Bdi>{friend.name}</Bdi>}
              detail={<MaskedEmail email={friend.email} />}
              trailing={
                <IconButton
                  icon="icon-plus"
                  tone="brand"
                  aria-label={`Add ${friend.name}`}
                  onClick={() => {
                    pick(friend);
                    // The results disappear, this button included.
                    input.current?.focus();
                  }}
                />
              }
            />
          ))}
        </List>
      ) : null}
      {typed ? (
        <Button
          variant="secondary"
          className="self-start wrap-anywhere"
          icon="icon-user-plus"
          onClick={addGuest}
        >
          <Sentence>{`Add “${isolate(name)}” without an account`}</Sentence>
        </Button>
      ) : null}
      {unadded.question ? <FieldError {...unadded.question} /> : null}
      {friends.length === 0 ? (
        <ButtonLink href="/add-friend" variant="secondary" className="self-start">
          Add friend
        </ButtonLink>
      ) : null}
      {typed ? null : <FriendSuggestions friends={free} onPick={pick} />}
    </div>
  );
}

/**
 * Names are matched here and shown at once. The start of an email, which is masked here, is matched by the server,
 * and its results are added.
 */
function useFriendSearch(free: readonly User[], query: string): { found: User[]; searching: boolean } {
  const byEmail = useUserSearch(needsEmailSearch(free, query) ? query : "");
  const found = mergeMatches(free, query, byEmail.users);
  // Local results can be selected already: no loading state, and nothing moves when the search ends.
  return { found, searching: byEmail.state === "searching" && found.length === 0 };
}

type Status = { typed: boolean; searching: boolean; free: number; friends: number; found: number };

function statusOf({ typed, searching, free, friends, found }: Status): string {
  if (searching) return "Searching...";
  if (friends > 0 && free === 0) return "All your friends have been added.";
  if (!typed || friends === 0) return "";
  if (found === 0) return "No user found.";
  return found > RESULTS ? `${found - RESULTS} more. Keep typing to narrow the list.` : "";
}
