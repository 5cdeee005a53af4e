// lambda.js of the standalone build, the function of docs/operations/aws.md.
import { functionOf } from "./function.mjs";
import { serve } from "./serve.mjs";

// The server reads the files of its build by their paths from here.
process.chdir(import.meta.dirname);
const started = serve({ port: "0", hostname: "127.0.0.1" });

export const handler = functionOf(
  started,
  process.env.LAMBDA_STREAMING === "1" ? globalThis.awslambda : undefined,
);
