// jsdom with Node's fetch, which it lacks, and with what MSW needs to answer it.
import { TestEnvironment } from "jest-environment-jsdom";

/** Node's Request refuses an AbortSignal of jsdom. */
class JsdomRequest extends Request {
  constructor(input, { signal, ...init } = {}) {
    const controller = new AbortController();
    if (signal?.aborted) controller.abort(signal.reason);
    signal?.addEventListener("abort", () => controller.abort(signal.reason));
    super(input, { ...init, ...(signal && { signal: controller.signal }) });
  }
}

export default class JsdomEnvironment extends TestEnvironment {
  // Packages are loaded as for Node, not as for a browser.
  customExportConditions = [""];

  constructor(...args) {
    super(...args);
    Object.assign(this.global, {
      fetch,
      Headers,
      ReadableStream,
      Request: JsdomRequest,
      Response,
      TextDecoder,
      TextEncoder,
      TransformStream,
      WritableStream,
    });
  }
}
