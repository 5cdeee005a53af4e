export type CountDotProps = {
  /** Nothing is shown at 0. */
  count: number;
  /** What the dot means, read out: "2 friend requests". */
  label: string;
};

/** The red dot at something that waits for an answer. Put it inside the link that it belongs to. */
export function CountDot({ count, label }: CountDotProps) {
  if (count <= 0) return null;
  return (
    <span className="inline-block size-2.5 shrink-0 animate-rise rounded-full bg-dot ring-2 ring-surface">
      <span className="sr-only"> ({label})</span>
    </span>
  );
}
