import type { JoinOffer } from "@/lib/contract/links";
import { isolate } from "@/lib/core/text/isolate";
import { Avatar } from "@/components/people/avatar";
import { TextField } from "@/components/ui/field";
import { List } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { SubmitButton } from "@/components/ui/submit-button";
import { PersonButton } from "./person-button";

export type GuestFormsProps = {
  token: string;
  guests: NonNullable<JoinOffer["guests"]>;
  /** Whether the link lets new people in. */
  open: boolean;
  action: (form: FormData) => Promise<void>;
};

/** Taking part without an account: as a guest whom a member has added, or as a new one. Works without JavaScript. */
export function GuestForms({ token, guests, open, action }: GuestFormsProps) {
  const link = <input type="hidden" name="token" value={token} />;
  const forms = guests.map(({ _id, name }) => {
    const label = `I'm ${isolate(name)}`;
    return (
      <form key={_id} action={action}>
        {link}
        <input type="hidden" name="guestId" value={_id} />
        {guests.length > 1 ? (
          <PersonButton label={label}>
            <Avatar name={name} />
          </PersonButton>
        ) : (
          <SubmitButton className="w-full" busyLabel="Joining…">
            {label}
          </SubmitButton>
        )}
      </form>
    );
  });
  return (
    <Section id="guest-heading" heading="Without an account" className="w-full text-left">
      {guests.length > 1 ? (
        <List aria-label="Guests">
          {forms.map((form) => (
            <li key={form.key}>{form}</li>
          ))}
        </List>
      ) : (
        forms
      )}
      {open ? (
        <form action={action} className="mt-2 flex flex-col gap-3">
          {link}
          <TextField
            label={guests.length > 0 ? "Someone else? Your name" : "Your name"}
            name="name"
            autoComplete="name"
            required
            maxLength={60}
          />
          <SubmitButton
            variant={guests.length > 0 ? "secondary" : "primary"}
            className="w-full"
            busyLabel="Joining…"
          >
            Join as a guest
          </SubmitButton>
        </form>
      ) : null}
      {!open && guests.length === 0 ? (
        <p>
          Someone is already taking part with this link. If that is not you, ask the person who sent it to
          you.
        </p>
      ) : null}
    </Section>
  );
}
