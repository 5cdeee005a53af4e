export type CountDotProps = {
  /** Nothing is shown at 0. */
  count: number;
  /** The accessible text: "2 friend requests". */
  label: string;
};

/** A red dot that shows that something is pending. Put it inside the link that it belongs to. */
export function CountDot({ count, label }: CountDotProps) {
  if (count <= 0) return null;
  return (
    <span className="inline-block size-2.5 shrink-0 animate-rise rounded-full bg-dot ring-2 ring-surface forced-color-adjust-none">
      <span className="sr-only"> ({label})</span>
    </span>
  );
}
