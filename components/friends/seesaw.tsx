import { useEffect, useState, type CSSProperties } from "react";
import { tiltOf } from "./tilt";

/** The tilt when the home screen was last shown. */
let lastTilt: number | undefined;

/**
 * The seesaw of the brand's two creatures. The beam tilts with the balance and levels when it is settled. It moves
 * from its last tilt, even if the balance was settled on another screen; if it levels, a coin drops onto it, once.
 */
export function Seesaw({ netCents, className }: { netCents: number; className: string }) {
  const tilt = tiltOf(netCents);
  const [from] = useState(lastTilt);
  useEffect(() => {
    lastTilt = tilt;
  }, [tilt]);

  const beam = { rotate: `${tilt}deg`, ...(from !== undefined && { "--from": `${from}deg` }) };
  return (
    <span aria-hidden className={`seesaw ${className}`}>
      <Layer name="base" />
      <Layer name="beam" style={beam} />
      {tilt === 0 ? <Layer name="stars" /> : null}
      {from !== undefined && Math.abs(tilt) < Math.abs(from) ? <span className="seesaw-coin" /> : null}
    </span>
  );
}

function Layer({ name, style }: { name: string; style?: CSSProperties }) {
  // oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize
  return <img src={`/seesaw/${name}.svg`} alt="" width={160} height={120} style={style} />;
}
