import { buffered, streamed } from "./lib/server/http/lambda";

// The Lambda function of `npm run build:lambda` (docs/operations/aws.md). No screen is cached between requests, so it
// needs neither the bucket nor the queue nor the table of OpenNext's caches.

const config = {
  buildCommand: "npm run build:standalone -- --if-changed",
  default: {
    override: {
      // LAMBDA_STREAMING=1: for a function URL that streams. The function needs the same setting as its build.
      wrapper: () => (process.env.LAMBDA_STREAMING === "1" ? streamed : buffered),
      incrementalCache: "dummy",
      tagCache: "dummy",
      queue: "dummy",
    },
  },
  dangerous: {
    disableIncrementalCache: true,
    disableTagCache: true,
    middlewareHeadersOverrideNextConfigHeaders: true,
  },
  // Pictures are not resized: no sharp.
  imageOptimization: { loader: "dummy", install: false },
};

export default config;
