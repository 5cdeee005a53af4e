"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import type { Relationship } from "@/lib/core/friends";
import { SEARCH_MAX, SEARCH_MIN } from "@/lib/core/search";
import type { RequestCounts } from "@/lib/contract/requests";
import { ButtonLink } from "@/components/ui/button-link";
import { Field } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";
import { UserSearchResult } from "./user-search-result";
import { useUserSearch } from "./use-user-search";
import { List } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { LinkList } from "@/components/links/link-list";
import { ShareLinkButton } from "@/components/people/share-link-button";
import { useCurrentUser } from "@/components/session/current-user";
import { LINK_DAYS } from "@/lib/link-paths";
import type { Link } from "@/lib/contract/links";

export type AddFriendProps = {
  counts: RequestCounts;
  /** The viewer's relationships, by user id. */
  relationships: Readonly<Record<string, Relationship>>;
  /** The viewer's links with which people become friends. */
  links: readonly Link[];
};

/** Searches people by email, and links to the pending requests. */
export function AddFriend({ counts, relationships, links }: AddFriendProps) {
  const { id, email } = useCurrentUser();
  const [query, setQuery] = useState("");
  const search = useUserSearch(query);
  // Kept here, because each search creates new rows.
  const [learned, setLearned] = useState<AddFriendProps["relationships"]>({});
  const asked =
    search.state === "found" ? search.users.filter(({ _id }) => learned[_id] === "requested") : [];

  return (
    <>
      <ButtonLink
        href="/requests"
        variant="secondary"
        className="self-start"
      >{`Requests (${counts.total})`}</ButtonLink>
      <div role="search" className="flex flex-col gap-4">
        <Field label="Email" hint={`At least the first ${SEARCH_MIN} characters of their email address.`}>
          {(control) => (
            <SearchInput
              {...control}
              inputMode="email"
              enterKeyHint="search"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={SEARCH_MAX}
              placeholder="name@example.com"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              // Closes the keyboard of a phone, which covers the results.
              onKeyDown={({ key, nativeEvent, currentTarget }) => {
                if (key === "Enter" && !nativeEvent.isComposing) currentTarget.blur();
              }}
            />
          )}
        </Field>
        <div role="status">
          {search.state === "searching" ? <p className="text-muted">Searching...</p> : null}
          {search.state === "nobody" ? (
            <p className="font-semibold">
              {query.trim().toLowerCase() === email.toLowerCase() ? "That's you." : "No user found."}
            </p>
          ) : null}
          {search.state === "found" ? <p className="sr-only">{`${search.users.length} found`}</p> : null}
          {asked.length > 0 ? (
            <p className="sr-only">Request sent to {asked.map(({ name }) => name).join(", ")}</p>
          ) : null}
        </div>
        {search.state === "found" ? (
          <List aria-label="People found">
            {search.users.map((user) => (
              <UserSearchResult
                key={user._id}
                user={user}
                relationship={learned[user._id] ?? relationships[user._id]}
                onRelationship={(now) => setLearned((known) => ({ ...known, [user._id]: now }))}
              />
            ))}
          </List>
        ) : null}
      </div>
      <Section id="links-heading" heading="Add me as a friend" className="gap-4">
        <p className="text-muted">{`Whoever opens your link within ${LINK_DAYS} days can become your friend.`}</p>
        <ShareLinkButton
          links={links}
          create={() => call("POST /api/users/links", {})}
          text="Let's split what we spend together on Evenly."
          copied="Link copied. Send it to your friend."
        >
          Send an invitation
        </ShareLinkButton>
        {links.length > 0 ? <LinkList viewerId={id} links={links} /> : null}
      </Section>
    </>
  );
}
