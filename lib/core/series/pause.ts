/** Why a series is paused: a member has paused it, or its next expense cannot be made. */
export const PAUSES = ["paused", "closed", "deleted", "left", "unfriended"] as const;
export type Pause = (typeof PAUSES)[number];

/** The reasons, as sentences. */
export const PAUSE_TEXTS: Readonly<Record<Pause, string>> = {
  paused: "It is paused.",
  closed: "Its event is closed.",
  deleted: "Its event was deleted.",
  left: "Someone in it has left the group.",
  unfriended: "The two are no longer friends.",
};
