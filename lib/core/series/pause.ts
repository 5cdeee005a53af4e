/** Why no expenses of a series are made: somebody has paused it, or they cannot be made. */
export const PAUSES = ["paused", "closed", "deleted", "left", "unfriended"] as const;
export type Pause = (typeof PAUSES)[number];

/** What stands in the way. */
export const PAUSE_TEXTS: Readonly<Record<Pause, string>> = {
  paused: "It is paused.",
  closed: "Its event is closed.",
  deleted: "Its event was deleted.",
  left: "Somebody whom it names has left the group.",
  unfriended: "The two are no longer friends.",
};
