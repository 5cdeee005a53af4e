import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A TCP port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
