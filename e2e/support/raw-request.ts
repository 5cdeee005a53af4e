import { request, type IncomingHttpHeaders } from "node:http";

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: string };

/**
 * Sends 640 requests that each name another address of the client.
 * @param behind appended to the forged address, as a proxy does
 * @returns the statuses
 */
export async function forgeAddresses(url: string, behind = ""): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < 640; index++) {
    const headers = { "X-Forwarded-For": `198.51.${index >> 8}.${index & 255}${behind}` };
    statuses.push((await rawRequest(url, "GET", "/api/live", { headers })).status);
  }
  return statuses;
}

/** Sends a request unchanged. Browsers and fetch refuse some methods and normalize URLs. */
export function rawRequest(
  url: string,
  method: string,
  path: string,
  { headers, body }: { headers?: Record<string, string> | undefined; body?: string | undefined } = {},
): Promise<RawResponse> {
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
