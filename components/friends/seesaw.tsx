import { clsx } from "clsx";
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
    <span aria-hidden className={`relative block aspect-4/3 max-w-full shrink-0 ${className}`}>
      <Layer name="base" />
      <Layer name="beam" style={beam} />
      {tilt === 0 ? <Layer name="stars" /> : null}
      {from !== undefined && Math.abs(tilt) < Math.abs(from) ? (
        // It is seen only while it drops: not with reduced motion.
        <span className="absolute top-1/4 left-1/2 size-[12%] -translate-x-1/2 animate-coin rounded-full bg-sun opacity-0 motion-reduce:hidden" />
      ) : null}
    </span>
  );
}

/** A drawing; the beam rotates on the tip of its support. */
export function Layer({ name, style }: { name: string; style?: CSSProperties }) {
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize
    <img
      src={`/seesaw/${name}.svg`}
      alt=""
      width={160}
      height={120}
      style={style}
      className={clsx(
        "absolute inset-0 size-full origin-[50%_68%] transition-[rotate] duration-300",
        style && "--from" in style && "animate-level",
      )}
    />
  );
}
