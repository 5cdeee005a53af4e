import { clsx } from "clsx";
import { Avatar, type AvatarSize } from "./avatar";

export type AvatarStackProps = {
  people: readonly { name: string; picture?: string | null | undefined }[];
  /** How many are shown before "+n". Default 4. */
  max?: number | undefined;
  size?: Extract<AvatarSize, "sm" | "md"> | undefined;
};

/** A few people at a glance, overlapping; read out as their names. */
export function AvatarStack({ people, max = 4, size = "sm" }: AvatarStackProps) {
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const rest = people.length - shown.length;
  const names = shown.map((person) => person.name).join(", ");
  if (people.length === 0) return null;
  return (
    <span
      role="img"
      aria-label={rest > 0 ? `${names} and ${rest} more` : names}
      className="inline-flex max-w-full shrink-0 flex-wrap gap-y-1 pl-1 *:-ml-1"
    >
      {shown.map((person, index) => (
        <Avatar
          key={index}
          name={person.name}
          picture={person.picture}
          size={size}
          className="ring-2 ring-surface"
        />
      ))}
      {rest > 0 ? (
        <span
          className={clsx(
            "relative inline-flex items-center justify-center rounded-full bg-well font-bold text-muted ring-2 ring-surface",
            size === "sm" ? "size-8 text-xs" : "size-11 text-sm",
          )}
        >
          +{rest}
        </span>
      ) : null}
    </span>
  );
}
