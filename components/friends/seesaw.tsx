/** From this many cents on the beam tilts by one degree, and by one more each time the balance doubles. */
const FIRST_STEP = 10_00;
const MAX_STEPS = 8;

/** @returns degrees: the viewer sits on the left, low where they owe and high where they are owed; 0 where even */
export function tiltOf(netCents: number): number {
  if (netCents === 0) return 0;
  const steps = 1 + Math.floor(Math.log2(Math.max(1, Math.abs(netCents) / FIRST_STEP)));
  return Math.sign(netCents) * Math.min(steps, MAX_STEPS);
}

/** The two creatures of the brand: their beam tilts with what is owed, and levels when it is settled. */
export function Seesaw({ netCents, className }: { netCents: number; className: string }) {
  const tilt = tiltOf(netCents);
  return (
    <span aria-hidden className={`seesaw ${className}`}>
      <Layer name="base" />
      <Layer name="beam" rotate={`${tilt}deg`} />
      {tilt === 0 ? <Layer name="stars" /> : null}
    </span>
  );
}

function Layer({ name, rotate }: { name: string; rotate?: string }) {
  const style = rotate ? { rotate } : undefined;
  // eslint-disable-next-line @next/next/no-img-element -- a drawing: nothing to optimise
  return <img src={`/seesaw/${name}.svg`} alt="" width={160} height={120} style={style} />;
}
