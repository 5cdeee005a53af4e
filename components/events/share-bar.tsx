/**
 * A bar of the picture; decoration, since the amount stands beside it.
 * @param part 0 to 1 of the whole width; something that is not nothing stays visible
 */
export function ShareBar({ part, className }: { part: number; className: string }) {
  const percent = part > 0 ? Math.max(part * 100, 2) : 0;
  return (
    <svg aria-hidden className="h-3 w-full">
      <rect width="100%" height="100%" rx="6" className="fill-well" />
      <rect width={`${percent.toFixed(2)}%`} height="100%" rx="6" className={className} />
    </svg>
  );
}
