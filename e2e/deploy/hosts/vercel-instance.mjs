// One instance of a function of .vercel/output, in a process of its own: loads its launcher, and serves it as Vercel's Node.js
// runtime does. Arguments: the launcher's name, and "web" if it takes a Request. It sends its port to its parent
// (fake-vercel.ts).
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

const [launcher, kind] = process.argv.slice(2);

globalThis[Symbol.for("@vercel/request-context")] = { get: () => ({ waitUntil: () => undefined }) };
const handler = createRequire(import.meta.url)(`./${launcher}`);

async function answerWeb(request, response) {
  const { method, headers, url } = request;
  const body = ["GET", "HEAD"].includes(method) ? undefined : await buffer(request);
  const asked = new Request(new URL(url, `http://${headers.host}`), { method, headers, body });
  const answer = await handler(asked);
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.writeHead(answer.status);
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
}

const server = createServer((request, response) => {
  Promise.resolve((kind === "web" ? answerWeb : handler)(request, response)).catch((error) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, "localhost", () => process.send(server.address().port));
