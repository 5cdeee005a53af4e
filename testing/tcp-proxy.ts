import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

// https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/#op_msg
const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** After the header: flags, section kind, document length, type of the first element. */
const NAME_AT = HEADER_BYTES + 4 + 1 + 4 + 1;
/** Commands that the driver sends on its own. */
const HOUSEKEEPING = ["hello", "ismaster", "isMaster", "ping", "endSessions"];

/** A proxy to a MongoDB server that a test can cut, and that records the commands it forwards. */
export class TcpProxy {
  /** The names of the forwarded commands, without those that the driver sends on its own. */
  readonly commands: string[] = [];
  /** How many milliseconds away the server is, there and back. */
  distance = 0;
  private readonly sockets = new Set<Socket>();
  private readonly target: URL;
  private server: Server | undefined;
  private port = 0;
  private released: Promise<void> = Promise.resolve();

  /** @param uri of the server, with a port or the path of a socket */
  constructor(uri: string) {
    this.target = new URL(uri);
  }

  /** @returns the URI of the server through this proxy, the same each time */
  async open(): Promise<string> {
    this.server = createServer((socket) => {
      const { port, hostname } = this.target;
      const onward = port ? connect(Number(port), hostname) : connect(decodeURIComponent(hostname));
      for (const one of [socket, onward]) {
        this.sockets.add(one);
        one.on("error", () => undefined).on("close", () => void this.sockets.delete(one));
      }
      socket.on("data", this.reader());
      socket.pipe(onward).pipe(this.gate()).pipe(socket);
    });
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
    ({ port: this.port } = this.server.address() as AddressInfo);
    return `mongodb://127.0.0.1:${this.port}/line${this.target.search}`;
  }

  /**
   * Holds back all responses of the server from now on.
   * @returns a function that lets them through
   */
  hold(): () => void {
    let release = () => {};
    this.released = new Promise((resolve) => (release = resolve));
    return release;
  }

  private gate(): Transform {
    return new Transform({
      transform: (chunk, _encoding, done) =>
        void this.released.then(() =>
          this.distance > 0 ? setTimeout(done, this.distance, null, chunk) : done(null, chunk),
        ),
    });
  }

  /** Closes every connection and accepts no more. */
  async cut(): Promise<void> {
    const closed = this.server && once(this.server, "close");
    this.server?.close();
    this.sockets.forEach((socket) => socket.destroy());
    await closed;
  }

  /** Records the commands of one connection, however its messages are chunked. */
  private reader(): (chunk: Buffer) => void {
    let pending = Buffer.alloc(0);
    return (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= HEADER_BYTES && pending.length >= pending.readInt32LE(0)) {
        const message = pending.subarray(0, pending.readInt32LE(0));
        pending = pending.subarray(message.length);
        if (message.readInt32LE(12) !== OP_MSG) continue;
        const name = message.toString("latin1", NAME_AT, message.indexOf(0, NAME_AT));
        if (!HOUSEKEEPING.includes(name)) this.commands.push(name);
      }
    };
  }
}
