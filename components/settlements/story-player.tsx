"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { firstName } from "@/lib/core/people";
import { Layer } from "@/components/friends/seesaw";
import { useCurrentUser } from "@/components/session/current-user";
import { Button } from "@/components/ui/button";
import { Bdi } from "@/components/ui/bdi";

/** What fell onto the seesaw, and how it stands then. */
export type Scene = { what: string; by: string; sum: string; lowers: boolean; tilt: number };

type Side = { _id: string; name: string };
export type StoryPlayerProps = { scenes: readonly Scene[]; from: Side; to: Side };

/** Milliseconds of a scene, and of a whole story at most. */
const SCENE = 900;
const STORY = 12_000;

/** The seesaw of a debt: Play, or the slider with its arrow keys, goes from scene to scene. */
export function StoryPlayer({ scenes, from, to }: StoryPlayerProps) {
  const { id } = useCurrentUser();
  const last = scenes.length - 1;
  /** null: the story is at its end, also when a scene is added. */
  const [step, setStep] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const at = Math.min(step ?? last, last);
  const { what, by, sum, lowers, tilt } = scenes[at]!;
  useEffect(() => {
    if (!playing) return;
    const next = () => (at < last ? setStep(at + 1) : setPlaying(false));
    const timer = setTimeout(next, Math.min(SCENE, STORY / last));
    return () => clearTimeout(timer);
  }, [playing, at, last]);
  const nameOf = ({ _id, name }: Side) => (_id === id ? "You" : firstName(name));

  return (
    <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-4 gap-y-2 text-center motion-reduce:hidden">
      {/* What fell onto the seesaw last, above the side that it weighs on. */}
      <span
        key={at}
        className={clsx(
          "col-span-2 flex max-w-full animate-drop flex-wrap gap-x-2 rounded-field bg-sun-soft px-3 py-1 text-[min(0.875rem,6vw)] font-bold text-on-sun",
          lowers ? "justify-self-end" : "justify-self-start",
        )}
      >
        <Bdi className="min-w-0 truncate">{what}</Bdi>
        {by ? <Bdi className="whitespace-nowrap">{by}</Bdi> : null}
      </span>
      <span aria-hidden className="relative col-span-2 mx-auto block aspect-4/3 w-44 max-w-full shrink-0">
        <Layer name="base" />
        <Layer name="beam" style={{ rotate: `${tilt}deg` }} />
      </span>
      <Bdi className="font-bold">{nameOf(from)}</Bdi>
      <Bdi className="font-bold">{nameOf(to)}</Bdi>
      <input
        type="range"
        className="col-span-2 h-11 w-full cursor-pointer accent-brand"
        aria-label="Step of the story"
        aria-valuetext={`${[what, by].filter(Boolean).join(" ")}: ${sum}`}
        min={0}
        max={last}
        value={at}
        onChange={({ target }) => {
          setPlaying(false);
          setStep(Number(target.value));
        }}
      />
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          onClick={() => {
            if (!playing && at === last) setStep(0);
            setPlaying(!playing);
          }}
        >
          {playing ? "Pause" : "Play"}
        </Button>
        <b translate="no" className="ml-auto text-[min(1.25rem,7vw)] whitespace-nowrap tabular-nums">
          {sum}
        </b>
      </div>
    </div>
  );
}
