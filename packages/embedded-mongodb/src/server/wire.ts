import { failedToParse } from "../errors";
import { decode, encode } from "../query/codec";
import type { Doc } from "../query/values";

/**
 * The parts of MongoDB's wire protocol still in use: OP_MSG, and OP_QUERY for the first hello.
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 * Errors are of messages that violate the protocol, so the connection has to be closed.
 */

export const MAX_MESSAGE = 48_000_000;
const HEADER = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const AWAIT_CAPABLE = 8;

export type Request = {
  id: number;
  /** Decodes the command's document, with those that are sent separately (kind 1 sections). @throws ServerError */
  command: () => Doc;
  /** Whether the client waits for a reply. */
  answered: boolean;
  legacy: boolean;
};

/** Splits a stream into messages. @throws Error for an impossible length */
export class Framer {
  private chunks: Buffer[] = [];
  private size = 0;
  /** The number of bytes to wait for: those of a message's length, then the length itself. */
  private wanted = 4;

  /** Takes received bytes; returns the complete messages. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const messages: Buffer[] = [];
    while (this.size >= this.wanted) {
      const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
      const length = all.readInt32LE(0);
      if (length < HEADER || length > MAX_MESSAGE) throw new Error(`message length ${length}`);
      const isComplete = all.length >= length;
      if (isComplete) messages.push(all.subarray(0, length));
      const rest = all.subarray(isComplete ? length : 0);
      this.chunks = rest.length > 0 ? [rest] : [];
      this.size = rest.length;
      this.wanted = isComplete ? 4 : length;
    }
    return messages;
  }
}

/** Parses one message. @throws Error */
export function parseRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) return parseMsg(id, message);
  if (opcode === OP_QUERY) return parseQuery(id, message);
  throw new Error(`unknown opcode ${opcode}`);
}

function parseMsg(id: number, message: Buffer): Request {
  const flags = message.readUInt32LE(HEADER);
  if ((flags & 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME)) !== 0) {
    throw new Error(`unknown flags ${flags}`);
  }
  const all = flags & CHECKSUM_PRESENT ? message.subarray(0, -4) : message;
  const bodies: Buffer[] = [];
  const sequences: [name: string, documents: Buffer[]][] = [];
  for (let offset = HEADER + 4; offset < all.length;) {
    const section = documentAt(all, offset + 1);
    if (all[offset] === 0) bodies.push(section);
    else if (all[offset] === 1) sequences.push(parseSequence(section));
    else throw new Error(`unexpected section ${all[offset]}`);
    offset += 1 + section.length;
  }
  const [body] = bodies;
  if (!body || bodies.length > 1) throw new Error(`${bodies.length} bodies`);
  const command = () => {
    const doc = decode(body);
    for (const [name, documents] of sequences) {
      if (Object.hasOwn(doc, name)) throw failedToParse(`'${name}' is there twice`);
      doc[name] = documents.map((bytes) => decode(bytes));
    }
    return doc;
  };
  return { id, command, answered: (flags & MORE_TO_COME) === 0, legacy: false };
}

function parseSequence(section: Buffer): [name: string, documents: Buffer[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new Error("sequence without a name");
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const bytes = documentAt(section, at);
    documents.push(bytes);
    at += bytes.length;
  }
  return [section.toString("utf8", 4, nameEnd), documents];
}

function parseQuery(id: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER + 4);
  if (nameEnd < 0) throw new Error("query without a name");
  const name = message.toString("utf8", HEADER + 4, nameEnd);
  const query = documentAt(message, nameEnd + 9);
  const command = () => ({ ...decode(query), $db: name.replace(/\.\$cmd$/, "") });
  return { id, command, answered: true, legacy: true };
}

// Documents and sequences start with their own length.
function documentAt(message: Buffer, offset: number): Buffer {
  if (offset + 5 > message.length) throw new Error("cut off");
  const size = message.readInt32LE(offset);
  if (size < 5 || offset + size > message.length) throw new Error(`size ${size}`);
  return message.subarray(offset, offset + size);
}

let lastId = 0;

/** The message of an encoded reply. */
export function writeReply({ id, legacy }: Request, reply: Buffer): Buffer {
  const rest = Buffer.alloc(legacy ? 20 : 5);
  if (legacy) {
    rest.writeInt32LE(AWAIT_CAPABLE, 0);
    rest.writeInt32LE(1, 16);
  }
  return frame(legacy ? OP_REPLY : OP_MSG, id, rest, reply);
}

/** The message of a command, for another process's server. */
export function writeCommand(command: Doc): Buffer {
  return frame(OP_MSG, 0, Buffer.alloc(5), encode(command));
}

function frame(opcode: number, responseTo: number, rest: Buffer, body: Buffer): Buffer {
  lastId = (lastId + 1) | 0;
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + rest.length + body.length, 0);
  header.writeInt32LE(lastId, 4);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(opcode, 12);
  return Buffer.concat([header, rest, body]);
}
