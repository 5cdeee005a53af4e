import { barWidth } from "./bar-width";

export type ProgressBarProps = {
  /** What is progressing. */
  label: string;
  value: number;
  max: number;
};

/** How much of a long task is done. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-4 overflow-hidden rounded-full border border-line-strong bg-well"
    >
      <div
        className="h-full rounded-full bg-brand transition-[width] duration-300 forced-colors:bg-[Highlight]"
        style={{ width: barWidth(value, max) }}
      />
    </div>
  );
}
