import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Person } from "@/lib/contract/people";
import { Avatar } from "./avatar";
import { Link } from "@/components/ui/link";

export type FaceProps = {
  person: Person;
  /** The text below the picture. */
  label: ReactNode;
  /** A word below the label, such as "guest". */
  note?: string | undefined;
  /** The accessible name. */
  description: string;
  /** Allows two lines, for full names that distinguish people. */
  long?: boolean | undefined;
  muted?: boolean | undefined;
  /** Invited, not a member yet: the picture is gray, and its initials keep their contrast. */
  gray?: boolean | undefined;
  /** Without the link. */
  plain?: boolean | undefined;
};

const FACE =
  "relative flex flex-col items-center gap-1 rounded-field p-2 text-center text-sm/5 font-semibold hover:bg-well focus-visible:-outline-offset-3 active:bg-well";

/** A picture with a name, as an item of a list of class `faces`. Links to the person's profile. */
export function Face({
  person: { _id, name, picture },
  label,
  note,
  description,
  long,
  muted,
  gray,
  plain = false,
}: FaceProps) {
  const content = (
    <>
      <Avatar name={name} picture={picture} className={clsx(gray && "grayscale")} />
      <span
        aria-hidden
        className={clsx("w-full", long ? "line-clamp-2 wrap-anywhere" : "truncate", muted && "text-muted")}
      >
        {label}
      </span>
      {note ? (
        <span aria-hidden className="-mt-1 w-full font-normal text-muted">
          {note}
        </span>
      ) : null}
      <span translate="no" className="sr-only">
        {description}
      </span>
    </>
  );
  return (
    <li>
      {plain ? (
        <span title={name} className={FACE}>
          {content}
        </span>
      ) : (
        <Link href={`/friends/${_id}`} title={name} className={FACE}>
          {content}
        </Link>
      )}
    </li>
  );
}
