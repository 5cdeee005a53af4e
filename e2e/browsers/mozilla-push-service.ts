import { randomUUID } from "node:crypto";
import { type WebSocket, WebSocketServer } from "ws";
import { PushService } from "@/testing/push-service";
import type { Preferences } from "./engines";

/** What Firefox sends: PushServiceWebSocket.sys.mjs. */
type Sent =
  | { messageType: "hello"; uaid?: string }
  | { messageType: "register" | "unregister"; channelID: string }
  | { messageType: "ack"; updates: { code: number }[] };

/** Mozilla's push service on this machine, for one Firefox, which stays connected, and decrypts messages itself. */
export class MozillaPushService extends PushService {
  /** What Firefox made of each message. 100: a service worker got it; others: it could not be decrypted, or delivered. */
  readonly acks: number[] = [];
  /** The ids of the subscriptions. */
  readonly channels = new Set<string>();
  private firefox: WebSocket | undefined;

  constructor() {
    super();
    new WebSocketServer({ server: this.server }).on("connection", (socket) => {
      this.firefox = socket;
      socket.on("message", (data: Buffer) => this.answerTo(JSON.parse(data.toString()) as Sent));
    });
  }

  /** The preferences of a Firefox that uses it, and grants and shows notifications by itself. */
  get prefs(): Preferences {
    return {
      "dom.push.serverURL": `ws://${this.host}/`,
      "dom.push.testing.allowInsecureServerURL": true,
      // Drivers turn this off.
      "dom.push.connection.enabled": true,
      "dom.push.retryBaseInterval": 100,
      "permissions.default.desktop-notification": 1,
      "alerts.useSystemBackend": false,
    };
  }

  /** Ends all subscriptions, and the connection: Firefox connects again, and is told. */
  forget(): void {
    this.channels.clear();
    this.firefox!.terminate();
  }

  private answerTo(sent: Sent): void {
    const { messageType } = sent;
    if (messageType === "ack") this.acks.push(...sent.updates.map(({ code }) => code));
    if (messageType === "hello") {
      // Another id tells Firefox that its subscriptions have ended.
      const uaid = this.channels.size > 0 ? sent.uaid : randomUUID();
      this.send({ messageType, status: 200, uaid, use_webpush: true });
    }
    if (messageType === "register" || messageType === "unregister") {
      const { channelID } = sent;
      if (messageType === "register") this.channels.add(channelID);
      else this.channels.delete(channelID);
      this.send({ messageType, channelID, status: 200, pushEndpoint: `http://${this.host}/${channelID}` });
    }
  }

  protected override deliver(path: string, body: Buffer): string {
    this.send({
      messageType: "notification",
      channelID: path.slice(1),
      version: randomUUID(),
      data: body.toString("base64url"),
      headers: { encoding: "aes128gcm" },
    });
    return "";
  }

  private send(message: object): void {
    this.firefox!.send(JSON.stringify(message));
  }
}
