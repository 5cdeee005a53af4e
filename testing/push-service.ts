import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A push service on this machine, and the browsers that are subscribed at it. It checks what real ones check, and
// decrypts what browsers decrypt, with node:crypto alone.

type Received = { path: string; headers: IncomingMessage["headers"]; claims: Claims; text: string };
type Claims = { aud: string; exp: number; sub: string };
type Answer = number | ((response: ServerResponse) => void);

/** A browser: its keys, and the secret that it shares with those who send to it. */
class Browser {
  private readonly pair = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  readonly keys = {
    p256dh: this.pair.generateKeys("base64url"),
    auth: this.auth.toString("base64url"),
  };

  /** Decrypts a body of aes128gcm with one record (RFC 8188, RFC 8291). @throws Error if it is not for this browser */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const length = body[20]!;
    const sender = body.subarray(21, 21 + length);
    const record = body.subarray(21 + length);
    if (record.length > recordSize) throw new Error("There is more than one record.");
    const own = Buffer.from(this.keys.p256dh, "base64url");
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
    const ikm = hkdfSync("sha256", this.pair.computeSecret(sender), this.auth, info, 32);
    const derive = (what: string, size: number) =>
      Buffer.from(hkdfSync("sha256", new Uint8Array(ikm), salt, `Content-Encoding: ${what}\0`, size));
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
      throw new Error("The padding is wrong.");
    return padded.toString("utf8", 0, end);
  }
}

/** The claims of a VAPID header (RFC 8292). @throws Error unless they are signed with the key that the header names */
function claimsOf(header: string | undefined): Claims {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  const [head, payload, signature] = token?.split(".") ?? [];
  if (!head || !payload || !signature || !key) throw new Error("There is no VAPID header.");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x!, y: y! };
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  if ((read(head) as { alg: string }).alg !== "ES256") throw new Error("The algorithm is not ES256.");
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) throw new Error("The signature is wrong.");
  return read(payload) as Claims;
}

/** The push service. Set PUSH_HOSTS to its host, so that messages are sent to it. */
export class PushService {
  readonly received: Received[] = [];
  /** Why messages were refused as a real service would refuse them. */
  readonly problems: string[] = [];
  /** The status of its answers, or how it answers. */
  answer: Answer = 201;
  private readonly browsers = new Map<string, Browser>();
  protected readonly server = createServer((request, response) => void this.receive(request, response));

  static async start<T extends PushService>(this: new () => T): Promise<T> {
    const service = new this();
    service.server.listen(0, "127.0.0.1");
    await once(service.server, "listening");
    return service;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ends it: connections are refused from now on. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Subscribes a new browser. */
  subscribe() {
    const path = `/push/${randomBytes(8).toString("hex")}`;
    const browser = new Browser();
    this.browsers.set(path, browser);
    return { endpoint: `http://${this.host}${path}`, keys: browser.keys };
  }

  /** Delivers to the browser at this path. @returns what it reads, as far as this service can tell. @throws Error if it cannot */
  protected deliver(path: string, body: Buffer): string {
    return this.browsers.get(path)!.decrypt(body);
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = "", headers } = request;
    try {
      const claims = claimsOf(headers.authorization);
      const left = claims.exp - Date.now() / 1000;
      if (claims.aud !== `http://${this.host}`) throw new Error(`The audience is ${claims.aud}.`);
      if (left <= 0 || left > 86_400) throw new Error(`The token is valid for ${left} seconds.`);
      if (!/^(mailto:|https:)/.test(claims.sub)) throw new Error(`The subject is ${claims.sub}.`);
      if (headers["content-encoding"] !== "aes128gcm") throw new Error("The encoding is not aes128gcm.");
      if (!/^\d+$/.test(headers["ttl"] as string)) throw new Error("There is no TTL.");
      if (!/^[\w-]{1,32}$/.test(headers["topic"] as string)) throw new Error("The topic is malformed.");
      const body = Buffer.concat(chunks);
      if (body.length > 4096) throw new Error("The body is too large.");
      const text = this.deliver(path, body);
      this.received.push({ path, headers, claims, text });
    } catch (error) {
      this.problems.push((error as Error).message);
      response.writeHead(400).end();
      return;
    }
    if (typeof this.answer === "number") response.writeHead(this.answer).end();
    else this.answer(response);
  }
}
