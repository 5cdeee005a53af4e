/** Sends a message to public/sw.js, if there is a worker. */
export const tellWorker = (message: object): void =>
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));

/** Removes the screens that the worker keeps (docs/rules.md#without-a-connection) from the device. */
export const forgetScreens = (): void => tellWorker({});
