import net from "node:net";
import { decode } from "../query/codec";
import type { Doc } from "../query/values";
import { Framer, writeCommand } from "./wire";

/** Connects to another process's server by the address in its connection string. */
export function connectTo(address: string): net.Socket {
  const decoded = decodeURIComponent(address);
  if (decoded.endsWith(".sock")) return net.connect(decoded);
  const colon = decoded.lastIndexOf(":");
  return net.connect(Number(decoded.slice(colon + 1)), decoded.slice(0, colon));
}

/**
 * Sends one command over a new connection.
 * @returns the reply; null if nobody answers in this protocol
 * @throws Error "timeout" if a server accepts the connection and does not reply
 */
export function sendCommand(address: string, command: Doc, timeoutMs: number): Promise<Doc | null> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(address);
    const framer = new Framer();
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const timer = setTimeout(() => finish(() => reject(new Error("timeout"))), timeoutMs);
    socket.on("error", () => finish(() => resolve(null)));
    socket.on("close", () => finish(() => resolve(null)));
    socket.on("connect", () => socket.write(writeCommand(command)));
    socket.on("data", (chunk: Buffer) => {
      try {
        const [message] = framer.push(chunk);
        if (message) finish(() => resolve(decode(message.subarray(21))));
      } catch {
        finish(() => resolve(null));
      }
    });
  });
}
