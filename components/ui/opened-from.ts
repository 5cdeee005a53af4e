/** The path of the screen from which the current one was opened; null after a step back or forward (BackForward). */
export const openedFrom: { current: string | null } = { current: null };
