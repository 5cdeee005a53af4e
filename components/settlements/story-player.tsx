"use client";

import { useEffect, useState } from "react";
import { firstName } from "@/lib/core/text/names";
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
    <div className="story">
      <span key={at} className="story-drop" data-lowers={lowers || undefined}>
        <Bdi className="min-w-0 truncate">{what}</Bdi>
        {by ? <Bdi className="whitespace-nowrap">{by}</Bdi> : null}
      </span>
      <span aria-hidden className="seesaw">
        {["base", "beam"].map((name) => (
          // oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize
          <img
            key={name}
            src={`/seesaw/${name}.svg`}
            alt=""
            width={160}
            height={120}
            style={name === "beam" ? { rotate: `${tilt}deg` } : undefined}
          />
        ))}
      </span>
      <Bdi className="font-bold">{nameOf(from)}</Bdi>
      <Bdi className="font-bold">{nameOf(to)}</Bdi>
      <input
        type="range"
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
      <div>
        <Button
          variant="secondary"
          onClick={() => {
            if (!playing && at === last) setStep(0);
            setPlaying(!playing);
          }}
        >
          {playing ? "Pause" : "Play"}
        </Button>
        <b translate="no">{sum}</b>
      </div>
    </div>
  );
}
