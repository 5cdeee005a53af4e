import { Avatar } from "./avatar";

export type AvatarStackProps = {
  people: readonly { name: string; picture?: string | null | undefined }[];
  /** The total number, if `people` contains only the first ones. */
  total?: number | undefined;
  /** How many are shown before "+n". Default 4. */
  max?: number | undefined;
};

/** Overlapping pictures of a few people. Screen readers get the names. */
export function AvatarStack({ people, total = people.length, max = 4 }: AvatarStackProps) {
  const shown = total > max ? people.slice(0, max - 1) : people;
  const rest = total - shown.length;
  const names = shown.map((person) => person.name).join(", ");
  if (people.length === 0) return null;
  return (
    <span
      role="img"
      aria-label={rest > 0 ? `${names} and ${rest} more` : names}
      className="inline-flex max-w-full shrink-0 flex-wrap gap-y-1 pl-1 *:-ml-1 *:ring-2 *:ring-surface"
    >
      {shown.map((person, index) => (
        <Avatar key={index} name={person.name} picture={person.picture} size="sm" />
      ))}
      {rest > 0 ? (
        <span translate="no" className="avatar size-8 text-xs bg-well text-muted">
          +{rest}
        </span>
      ) : null}
    </span>
  );
}
