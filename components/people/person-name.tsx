import type { Route } from "next";
import { Link } from "@/components/ui/link";
import { Bdi } from "@/components/ui/bdi";

export type PersonNameProps = {
  person: { name: string; guest?: true | undefined };
  /** It is the viewer, which is said. */
  you?: boolean;
  /** Where the row leads. */
  href?: Route | undefined;
};

/** The name of a person in a row, with "(guest)" behind it if they have no account. */
export function PersonName({ person: { name, guest }, you = false, href }: PersonNameProps) {
  return (
    <>
      {href ? (
        <Link href={href} className="row-link">
          <Bdi>{name}</Bdi>
        </Link>
      ) : (
        <Bdi>{name}</Bdi>
      )}
      {you ? <span className="font-normal text-muted"> (you)</span> : null}
      {guest ? <span className="font-normal text-muted"> (guest)</span> : null}
    </>
  );
}
