"use client";

import type { Person } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";

/** `Ana Silva owes Ben Okafor`; the current user is "you": `You owe Ben Okafor`, `Ana Silva owes you`. */
export function DebtText({ from, to }: { from: Person; to: Person }) {
  const { id } = useCurrentUser();
  return (
    <>
      {from._id === id ? "You owe " : <Name person={from} />}
      {from._id === id ? null : " owes "}
      {to._id === id ? "you" : <Name person={to} />}
    </>
  );
}

/** A name keeps its own writing direction within the sentence. */
function Name({ person }: { person: Person }) {
  return <bdi>{person.name}</bdi>;
}
