import { request, type IncomingHttpHeaders } from "node:http";

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request unchanged. Browsers and fetch refuse some methods and normalize URLs. */
export function rawRequest(
  url: string,
  method: string,
  path: string,
  { headers, body }: { headers?: Record<string, string> | undefined; body?: string | undefined } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { host: `${hostname}:${port}`, ...headers },
      // Some announce a body that never arrives, so the connection cannot be reused.
      agent: false,
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.end(body);
  });
}
