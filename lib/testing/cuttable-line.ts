import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

// https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/#op_msg
const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** After the header: flags, the kind of section, the document's length, its first element's type. */
const NAME_AT = HEADER_BYTES + 4 + 1 + 4 + 1;
/** What the driver sends for itself. */
const HOUSEKEEPING = ["hello", "ismaster", "isMaster", "ping", "endSessions"];

/** The way to a MongoDB server: a test can hold it or cut it, and read which commands go over it. */
export class CuttableLine {
  /** The names of the commands so far, without those of the driver itself. */
  readonly commands: string[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly target: URL;
  private server: Server | undefined;
  private port = 0;
  private released: Promise<void> = Promise.resolve();

  /** @param uri of the server, with a port */
  constructor(uri: string) {
    this.target = new URL(uri);
  }

  /** @returns the URI by which the server can be reached over this line, the same each time */
  async open(): Promise<string> {
    this.server = createServer((socket) => {
      const onward = connect(Number(this.target.port), this.target.hostname);
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
   * Holds back every answer of the server from now on.
   * @returns lets them through again
   */
  hold(): () => void {
    let release = () => {};
    this.released = new Promise((resolve) => (release = resolve));
    return release;
  }

  private gate(): Transform {
    return new Transform({
      transform: (chunk, _encoding, done) => void this.released.then(() => done(null, chunk)),
    });
  }

  /** Ends every connection, and takes no more. */
  async cut(): Promise<void> {
    const closed = this.server && once(this.server, "close");
    this.server?.close();
    this.sockets.forEach((socket) => socket.destroy());
    await closed;
  }

  /** Notes the commands of one connection, however its messages are cut into pieces. */
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
