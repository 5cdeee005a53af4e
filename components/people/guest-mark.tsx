/** Behind the name of a person without an account. */
export function GuestMark({ person }: { person: { guest?: true | undefined } }) {
  return person.guest ? <span className="font-normal text-muted"> (guest)</span> : null;
}
