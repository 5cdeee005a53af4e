// Next.js loads modules more than once, so it is on globalThis. A module of its own, so that handlers load nothing else.
const store = globalThis as typeof globalThis & { evenlyAfterWrite?: () => void };

/** Sets what follows each write. */
export const onWrite = (listener: () => void): void => {
  store.evenlyAfterWrite = listener;
};

/** To be called after a write. */
export const afterWrite = (): void => store.evenlyAfterWrite?.();
