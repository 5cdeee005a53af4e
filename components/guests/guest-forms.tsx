import type { JoinOffer } from "@/lib/contract/links";
import { MAX_GUEST_NAME } from "@/lib/core/people";
import { fold } from "@/lib/core/search";
import { isolate } from "@/lib/core/text/isolate";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Disclosure } from "@/components/ui/disclosure";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { PostForm, SubmitButton } from "@/components/ui/post-form";
import { GuestRows } from "./guest-rows";

export type GuestFormsProps = {
  token: string;
  /** The guest of another group who is shown the forms; "" for nobody. */
  user: string;
  guests: NonNullable<JoinOffer["guests"]>;
  /** Those who take part on another device. */
  active: NonNullable<JoinOffer["active"]>;
  /** Whether the link lets new people in. */
  open: boolean;
  /** The name of a new guest that was refused. */
  refused?: string;
};

/** Whom a name that was refused belongs to, of the guests whom the link offers anyway. */
export const namesake = ({
  guests,
  active,
  refused,
}: Pick<GuestFormsProps, "guests" | "active" | "refused">) =>
  refused === undefined ? undefined : [...guests, ...active].find(({ name }) => fold(name) === fold(refused));

/** Taking part without an account: as a guest whom a member has added, or as a new one. Works without JavaScript. */
export function GuestForms(props: GuestFormsProps) {
  const { token, user, guests, active, open, refused } = props;
  const action = `/api/join/${token}` as const;
  const fieldsOf = (guestId: string) => ({ user, guestId });
  const [first] = guests;
  const own = open ? undefined : active[0];
  const same = namesake(props);
  const elsewhere = same !== undefined && active.includes(same);
  return (
    <Section id="guest-heading" heading="Without an account" className="w-full text-left">
      {guests.length > 1 ? (
        <GuestRows
          aria-label="Guests"
          action={action}
          guests={guests.map(({ _id, name }) => ({ key: _id, name, fields: fieldsOf(_id) }))}
        />
      ) : first ? (
        <PostForm action={action} fields={fieldsOf(first._id)}>
          <SubmitButton className="w-full" busyLabel="Joining…">
            {/* A link for one guest lets nobody else in. */}
            <Sentence>{`${open ? "I'm" : "Join as"} ${isolate(first.name)}`}</Sentence>
          </SubmitButton>
        </PostForm>
      ) : null}
      {same ? (
        <Notice
          tone="warning"
          role="alert"
          title={`${isolate(same.name)} is in this group already.`}
          className="my-2"
          action={
            elsewhere && user ? null : (
              <PostForm
                action={action}
                fields={{ ...fieldsOf(same._id), ...(elsewhere && { ifActive: "ask" }) }}
                className="mt-3"
              >
                <SubmitButton className="w-full" busyLabel="One moment…">
                  <Sentence>{`I'm ${isolate(same.name)}${elsewhere ? ": ask a member" : ""}`}</Sentence>
                </SubmitButton>
              </PostForm>
            )
          }
        >
          {elsewhere ? "On another device. If that is you, a member confirms this one. " : "Is that you? "}
          If not, add a last name.
        </Notice>
      ) : null}
      {open ? (
        <PostForm action={action} fields={{ user }} className="mt-2 flex flex-col gap-3">
          <TextField
            label={guests.length > 0 ? "Someone else? Your name" : "Your name"}
            name="name"
            defaultValue={refused}
            autoComplete="name"
            required
            maxLength={MAX_GUEST_NAME}
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
      {own ? (
        <>
          <p>
            <Bdi className="font-bold">{own.name}</Bdi> already takes part on another device. If that is you,
            continue here.
          </p>
          <PostForm action={action} fields={{ ...fieldsOf(own._id), ifActive: "replace" }}>
            <SubmitButton className="w-full" busyLabel="Joining…" aria-describedby="replaces">
              Use this device instead
            </SubmitButton>
          </PostForm>
          <p id="replaces" className="text-sm text-muted">
            The other device is logged out. Members see which device takes part.
          </p>
        </>
      ) : null}
      {/* A guest of another group would lose that before anybody has confirmed. */}
      {own && !user ? (
        <PostForm action={action} fields={{ ...fieldsOf(own._id), ifActive: "ask" }}>
          <SubmitButton variant="secondary" className="w-full" busyLabel="Asking…">
            Use both: ask a member
          </SubmitButton>
        </PostForm>
      ) : null}
      {open && !user && active.length > 0 ? (
        <Disclosure name="other-device" summary="Already in, on another device?" className="mt-2">
          <p className="mb-2">A member confirms that it is you, on the group&apos;s screen.</p>
          <GuestRows
            aria-label="Guests on another device"
            action={action}
            guests={active.map(({ _id, name }) => ({
              key: _id,
              name,
              fields: { ...fieldsOf(_id), ifActive: "ask" },
            }))}
          />
        </Disclosure>
      ) : null}
    </Section>
  );
}
