/** At this many cents the beam tilts by one degree, and by one more each time the balance doubles. */
const FIRST_STEP = 10_00;
const MAX_STEPS = 8;

/** @returns degrees: the viewer sits on the left, low if they owe and high if they are owed; 0 if even */
export function tiltOf(netCents: number): number {
  if (netCents === 0) return 0;
  const steps = 1 + Math.floor(Math.log2(Math.max(1, Math.abs(netCents) / FIRST_STEP)));
  return Math.sign(netCents) * Math.min(steps, MAX_STEPS);
}
