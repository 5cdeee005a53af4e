// On globalThis, because Next.js loads modules more than once. A separate module, so that handlers load nothing else.
const store = globalThis as typeof globalThis & { evenlyAfterWrite?: () => void };

/** Sets the function that runs after each write. */
export const onWrite = (listener: () => void): void => {
  store.evenlyAfterWrite = listener;
};

/** Call this after a write. */
export const afterWrite = (): void => store.evenlyAfterWrite?.();
