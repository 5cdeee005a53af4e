import type { JoinOffer } from "@/lib/contract/links";
import { isolate } from "@/lib/core/text/isolate";
import { Avatar } from "@/components/people/avatar";
import { TextField } from "@/components/ui/field";
import { List } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { PostForm } from "@/components/ui/post-form";
import { SubmitButton } from "@/components/ui/submit-button";
import { Sentence } from "@/components/ui/sentence";
import { PersonButton } from "../sign-in/person-button";

export type GuestFormsProps = {
  token: string;
  /** The guest of another group who is shown the forms; "" for nobody. */
  user: string;
  guests: NonNullable<JoinOffer["guests"]>;
  /** Whether the link lets new people in. */
  open: boolean;
};

/** Taking part without an account: as a guest whom a member has added, or as a new one. Works without JavaScript. */
export function GuestForms({ token, user, guests, open }: GuestFormsProps) {
  const action = `/api/join/${token}` as const;
  const forms = guests.map(({ _id, name }) => {
    // A link for one guest.
    const label = `${open ? "I'm" : "Join as"} ${isolate(name)}`;
    return (
      <PostForm key={_id} action={action} fields={{ user, guestId: _id }}>
        {guests.length > 1 ? (
          <PersonButton label={label}>
            <Avatar name={name} />
          </PersonButton>
        ) : (
          <SubmitButton className="w-full" busyLabel="Joining…">
            <Sentence>{label}</Sentence>
          </SubmitButton>
        )}
      </PostForm>
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
        <PostForm action={action} fields={{ user }} className="mt-2 flex flex-col gap-3">
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
        </PostForm>
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
