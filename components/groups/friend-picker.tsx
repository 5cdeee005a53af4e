"use client";

import { Plus } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import type { User } from "@/lib/schemas/answers";
import { useUserSearch } from "@/components/friends/use-user-search";
import { Avatar } from "@/components/ui/avatar";
import { ButtonLink } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { List, ListRow } from "@/components/ui/list";
import { matchFriends, needsEmailSearch } from "./match-friends";

/** As many suggestions as fit above a phone's keyboard; typing narrows them down. */
const SUGGESTIONS = 5;

export type FriendPickerProps = {
  label: string;
  friends: readonly User[];
  /** Ids of those who are picked, invited or members already: they are not offered again (spec section 5). */
  taken: readonly string[];
  onPick: (friend: User) => void;
  error?: string | undefined;
};

/** Looks for participants by email or name, among friends only. */
export function FriendPicker({ label, friends, taken, onPick, error }: FriendPickerProps) {
  const [query, setQuery] = useState("");
  const free = friends.filter(({ _id }) => !taken.includes(_id));
  const byName = matchFriends(free, query);
  const askServer = byName.length === 0 && free.length > 0 && needsEmailSearch(query);
  const byEmail = useUserSearch(askServer ? query : "");
  const found = askServer ? free.filter(({ _id }) => byEmail.users.some((user) => user._id === _id)) : byName;
  const searching = askServer && byEmail.state === "searching";
  const shown = found.slice(0, SUGGESTIONS);

  function pick(friend: User) {
    onPick(friend);
    setQuery("");
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter takes the first one found; with nothing typed it sends the form as everywhere.
    if (event.key !== "Enter" || query.trim() === "") return;
    event.preventDefault();
    const first = shown[0];
    if (first) pick(first);
  }

  if (friends.length === 0) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Field label={label} error={error}>
          {(control) => <Input {...control} disabled placeholder="You have no friends here yet" />}
        </Field>
        <p className="text-muted">Only friends can be invited.</p>
        <ButtonLink href="/add-friend" variant="secondary">
          Add friend
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint="Search your friends by email or name." error={error}>
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div role="status" className="text-sm text-muted empty:hidden">
        {searching ? "Searching..." : null}
        {!searching && found.length === 0
          ? query.trim()
            ? "No user found."
            : "All your friends are in."
          : null}
        {found.length > shown.length ? `${found.length - shown.length} more: type to find them.` : null}
      </div>
      {shown.length > 0 ? (
        <List aria-label="Friends to add">
          {shown.map((friend) => (
            <ListRow
              key={friend._id}
              leading={<Avatar name={friend.name} picture={friend.picture} />}
              title={<bdi>{friend.name}</bdi>}
              detail={friend.email}
              trailing={
                <IconButton tone="brand" aria-label={`Add ${friend.name}`} onClick={() => pick(friend)}>
                  <Plus aria-hidden />
                </IconButton>
              }
            />
          ))}
        </List>
      ) : null}
    </div>
  );
}
