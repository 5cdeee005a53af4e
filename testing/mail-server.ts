import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** An email as it arrived. Headers by name in lower case, unfolded and decoded. */
export type ReceivedMail = {
  from: string;
  to: string[];
  headers: Map<string, string>;
  /** The bodies by content type. */
  parts: Map<string, string>;
  source: string;
};

/** What the server says instead of accepting: a status, and a text that can begin with an enhanced status code. */
export type Refusal = [status: number, text: string];

/** A mail server on loopback, which keeps what it gets, or refuses as a test wants it. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** The number of connections so far. */
  connections = 0;
  /** Refusals by the step of a delivery. */
  refuse: Partial<Record<"connect" | "auth" | "sender" | "recipient" | "data", Refusal>> = {};
  private readonly server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    const at =
      (step: keyof MailServer["refuse"]) =>
      (...args: unknown[]) => {
        const refusal = this.refuse[step];
        const error = refusal && Object.assign(new Error(refusal[1]), { responseCode: refusal[0] });
        (args.at(-1) as (error?: Error | null, auth?: object) => void)(error, { user: "evenly" });
      };
    this.server = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      disableReverseLookup: true,
      closeTimeout: 10,
      onConnect: (...args) => {
        this.connections += 1;
        at("connect")(...args);
      },
      onAuth: at("auth"),
      onMailFrom: at("sender"),
      onRcptTo: at("recipient"),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const to = envelope.rcptTo.map(({ address }) => address);
          const from = (envelope.mailFrom || { address: "" }).address;
          if (!this.refuse.data) this.received.push({ from, to, ...parse(Buffer.concat(chunks).toString()) });
          at("data")(done);
        });
      },
      ...options,
    });
    // A client that does not trust the certificate, or goes away.
    this.server.on("error", () => undefined);
  }

  /** @param options of smtp-server; default: neither TLS nor passwords */
  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const mail = new MailServer(options);
    const listening = mail.server.listen(port, "127.0.0.1");
    await once(listening, "listening");
    return mail;
  }

  /** Where it listens, such as `127.0.0.1:2525`. */
  get host(): string {
    return `127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((closed) => this.server.close(closed));
  }
}

function parse(source: string) {
  const { headers, body } = split(source);
  const boundary = /boundary="([^"]*)"/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = new Map<string, string>();
  for (const part of boundary ? body.split(`--${boundary}`).slice(1, -1) : []) {
    const { headers: of, body: encoded } = split(part.replace(/^\r\n/, ""));
    const bytes =
      of.get("content-transfer-encoding") === "base64"
        ? Buffer.from(encoded, "base64")
        : unquote(encoded.replace(/=\r\n/g, ""));
    parts.set(of.get("content-type")!.split(";")[0]!, bytes.toString().replaceAll("\r\n", "\n"));
  }
  return { source, headers, parts };
}

function split(source: string) {
  const [head = "", ...rest] = source.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decodeWords(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
  return { headers, body: rest.join("\r\n\r\n") };
}

/** Of RFC 2047. */
const decodeWords = (text: string) =>
  text
    .replace(/\?= =\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64")
        : unquote(word.replaceAll("_", " "))
      ).toString(),
    );

const unquote = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  );
