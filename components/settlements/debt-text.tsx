"use client";

import type { Person } from "@/lib/contract/people";
import { useCurrentUser } from "@/components/session/current-user";
import { Bdi } from "@/components/ui/bdi";

/**
 * `Ana Silva owes Ben Okafor`, once settled `Ana Silva paid Ben Okafor`. The current user is "you": `You owe Ben
 * Okafor`, `Ana Silva owes you`.
 */
export function DebtText({ from, to, settled = false }: { from: Person; to: Person; settled?: boolean }) {
  const { id } = useCurrentUser();
  const mine = from._id === id;
  const verb = settled ? "paid" : mine ? "owe" : "owes";
  // Few pieces of text, because the page has a comment between each two.
  return (
    <>
      {mine ? null : <Bdi>{from.name}</Bdi>}
      {`${mine ? "You" : ""} ${verb} ${to._id === id ? "you" : ""}`}
      {to._id === id ? null : <Bdi>{to.name}</Bdi>}
    </>
  );
}
