// One instance of the function, in a process of its own: loads the bundle, beside which it is, then handles one event at a
// time. It speaks JSON over the channel of its parent (fake-lambda.ts).
import { Writable } from "node:stream";

/** What Lambda's runtime offers to functions that stream. */
globalThis.awslambda = {
  streamifyResponse: (handle) => handle,
  HttpResponseStream: {
    from: (stream, head) => {
      stream.head = head;
      return stream;
    },
  },
};

const { handler } = await import("./lambda.js");

process.on("message", (event) => {
  respond(event).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.send({ ready: true });

async function respond(event) {
  if (process.env.LAMBDA_STREAMING !== "1") return handler(event, {});
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const ended = new Promise((resolve) => stream.once("finish", resolve));
  await handler(event, stream, {});
  await ended;
  return { ...stream.head, body: Buffer.concat(chunks).toString("base64"), isBase64Encoded: true };
}
