import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { MongoClient, type Document, type MongoClientOptions } from "mongodb";
import { startEmbedded, type EmbeddedOptions, type EmbeddedServer } from "..";
import { decode } from "../query/codec";
import { connectTo } from "../server/owner";
import { writeCommand } from "../server/wire";

/** A server in its own folder, for tests. `stop` closes and removes everything. */
export type TestServer = {
  dataDir: string;
  server: EmbeddedServer;
  client: MongoClient;
  /** Another client, closed with the others. */
  connect: (options?: MongoClientOptions) => Promise<MongoClient>;
  stop: () => Promise<void>;
};

export async function makeDataDir(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "evenly-db-"));
}

export async function startTestServer(options: Partial<EmbeddedOptions> = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const server = await startEmbedded({ ...options, dataDir });
  const clients: MongoClient[] = [];
  const connect = async (clientOptions?: MongoClientOptions) => {
    const client = new MongoClient(server.uri, clientOptions);
    clients.push(client);
    return client.connect();
  };
  const client = await connect();
  const stop = async () => {
    await Promise.all(clients.map((each) => each.close()));
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { dataDir, server, client, connect, stop };
}

/** The address in a connection string: host and port, or a socket. */
export const addressOf = (uri: string) => /^mongodb:\/\/([^/]+)\//.exec(uri)?.[1] ?? "";

/** A connection without the driver's pool and retries. */
export function rawConnection(uri: string) {
  const socket = connectTo(addressOf(uri));
  const send = async (command: Document): Promise<Document> => {
    socket.write(writeCommand({ ...command, $db: "t" }));
    const [bytes] = (await once(socket, "data")) as [Buffer];
    return decode(bytes.subarray(21));
  };
  return { socket, send };
}
