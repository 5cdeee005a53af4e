import { Long } from "bson";
import { decode, encode, type Doc } from "./query";

/**
 * MongoDB's wire protocol, as far as it is still in use: OP_MSG, and OP_QUERY for the first hello.
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 */

export const MAX_MESSAGE = 48_000_000;
const HEADER = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const AWAIT_CAPABLE = 8;

/** A message that breaks the protocol: there is no way on, the connection has to be cut. */
export class ProtocolError extends Error {}

export type Request = {
  id: number;
  /** The command's document; documents sent beside it (kind 1 sections) are among its fields. */
  command: Doc;
  /** The bytes of those documents, by the field's name, in the same order. */
  sequences: Map<string, Uint8Array[]>;
  /** Whether the client waits for an answer. */
  answered: boolean;
  legacy: boolean;
};

/** The answer of a command; the documents of a cursor's batch are given as bytes. */
export type Reply = Doc & { [BATCH]?: { name: string; documents: Uint8Array[] } };

/** Marks, on the `cursor` field of a reply, the batch that is written without decoding it. */
export const BATCH = Symbol("batch");

/** Cuts a stream into messages. @throws ProtocolError for a length that cannot be one. */
export class Framer {
  private chunks: Buffer[] = [];
  private size = 0;
  private expected = 0;

  /** Takes bytes as they come; gives the messages that are complete. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const messages: Buffer[] = [];
    for (;;) {
      if (this.expected === 0) {
        if (this.size < 4) return messages;
        this.expected = this.join().readInt32LE(0);
        if (this.expected < HEADER || this.expected > MAX_MESSAGE) {
          throw new ProtocolError(`message length ${this.expected}`);
        }
      }
      if (this.size < this.expected) return messages;
      const all = this.join();
      messages.push(all.subarray(0, this.expected));
      const rest = all.subarray(this.expected);
      this.chunks = rest.length > 0 ? [rest] : [];
      this.size = rest.length;
      this.expected = 0;
    }
  }

  private join(): Buffer {
    const all = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}

/** Reads one message. @throws ProtocolError, or ServerError where the BSON in it is broken */
export function parseRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  switch (message.readInt32LE(12)) {
    case OP_MSG:
      return parseMsg(id, message);
    case OP_QUERY:
      return parseQuery(id, message);
    default:
      throw new ProtocolError(`unknown opcode ${message.readInt32LE(12)}`);
  }
}

function parseMsg(id: number, message: Buffer): Request {
  if (message.length < HEADER + 5) throw new ProtocolError("message too short");
  const flags = message.readUInt32LE(HEADER);
  if ((flags & 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME)) !== 0)
    throw new ProtocolError(`unknown flags ${flags}`);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let body: Doc | null = null;
  const sequences = new Map<string, Uint8Array[]>();
  let offset = HEADER + 4;
  while (offset < end) {
    const kind = message[offset];
    offset += 1;
    if (kind === 0) {
      const bytes = documentAt(message, offset, end);
      if (body) throw new ProtocolError("two bodies");
      body = decode(bytes);
      offset += bytes.length;
    } else if (kind === 1) {
      const size = readSize(message, offset, end);
      const stop = offset + size;
      const nameEnd = message.indexOf(0, offset + 4);
      if (nameEnd < 0 || nameEnd >= stop) throw new ProtocolError("sequence without a name");
      const name = message.toString("utf8", offset + 4, nameEnd);
      if (sequences.has(name)) throw new ProtocolError("the same sequence twice");
      const documents: Uint8Array[] = [];
      for (let at = nameEnd + 1; at < stop;) {
        const bytes = documentAt(message, at, stop);
        documents.push(bytes);
        at += bytes.length;
      }
      sequences.set(name, documents);
      offset = stop;
    } else {
      throw new ProtocolError(`unknown section ${kind}`);
    }
  }
  if (!body) throw new ProtocolError("no body");
  for (const [name, documents] of sequences) {
    if (Object.hasOwn(body, name)) throw new ProtocolError("a field and a sequence of the same name");
    body[name] = documents.map(decode);
  }
  return { id, command: body, sequences, answered: (flags & MORE_TO_COME) === 0, legacy: false };
}

function parseQuery(id: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER + 4);
  if (nameEnd < 0) throw new ProtocolError("query without a name");
  const name = message.toString("utf8", HEADER + 4, nameEnd);
  const bytes = documentAt(message, nameEnd + 9, message.length);
  const query = decode(bytes);
  const inner = (query.$query ?? query.query) as Doc | undefined;
  const command = { ...(inner ?? query), $db: name.replace(/\.\$cmd$/, "") };
  return { id, command, sequences: new Map(), answered: true, legacy: true };
}

function readSize(message: Buffer, offset: number, end: number): number {
  if (offset + 5 > end) throw new ProtocolError("cut off");
  const size = message.readInt32LE(offset);
  if (size < 5 || offset + size > end) throw new ProtocolError(`size ${size}`);
  return size;
}

function documentAt(message: Buffer, offset: number, end: number): Buffer {
  return message.subarray(offset, offset + readSize(message, offset, end));
}

let lastId = 0;

/** Writes an answer. */
export function writeReply(request: Request, reply: Reply): Buffer {
  const body = encodeReply(reply);
  lastId = (lastId + 1) | 0;
  const head = Buffer.alloc(request.legacy ? HEADER + 20 : HEADER + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(lastId, 4);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    head.writeInt32LE(AWAIT_CAPABLE, HEADER);
    head.writeInt32LE(1, HEADER + 16);
  }
  return Buffer.concat([head, body]);
}

function encodeReply(reply: Reply): Uint8Array {
  const batch = reply[BATCH];
  if (!batch) return encode(reply);
  const { cursor, ...rest } = reply;
  const array = bson(batch.documents.flatMap((bytes, index) => [element(3, String(index)), bytes]));
  const cursorBytes = bson([element(4, batch.name), array, fields(encode(cursor as Doc))]);
  return bson([element(3, "cursor"), cursorBytes, fields(encode(rest))]);
}

function element(type: number, name: string): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(name, "utf8"), Buffer.from([0])]);
}

/** A BSON document of elements that are written already. */
function bson(parts: Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 5);
  const head = Buffer.alloc(4);
  head.writeInt32LE(size);
  return Buffer.concat([head, ...parts, Buffer.from([0])], size);
}

/** The elements of a BSON document without its length and end. */
function fields(document: Uint8Array): Uint8Array {
  return document.subarray(4, document.length - 1);
}

/** A cursor id as the client knows it. */
export function cursorId(id: bigint): Long {
  return Long.fromBigInt(id);
}
