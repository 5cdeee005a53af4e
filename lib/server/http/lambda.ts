import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { compressing } from "./compress-answer";
import {
  guardFunction,
  type FunctionEvent,
  type FunctionOptions,
  type FunctionResult,
} from "./function-guard";

// The application as a Lambda function: the wrapper of open-next.config.ts. OpenNext's own cannot be imported there,
// since its package is not a dependency.

type Result = FunctionResult & { body: AsyncIterable<Uint8Array>; isBase64Encoded?: boolean };
type Handler = (event: FunctionEvent, options?: FunctionOptions) => Promise<Result>;

type Converter = {
  convertFrom: (event: unknown) => Promise<FunctionEvent>;
  convertTo: (result: Result, event: unknown) => Promise<unknown>;
};

/** What OpenNext's warmer sends, to have as many instances as calls that last this long at the same time. */
type Warming = { type: "warmer"; delay: number };

const isWarming = (event: object): event is Warming => "type" in event;

async function warm({ type, delay }: Warming) {
  await wait(delay);
  return { type, serverId: (globalThis as { serverId?: string }).serverId };
}

/** Answers events of API Gateway (format 2.0) or of a function URL, with the rules of lib/server/http/request-rules.ts. */
export const buffered = {
  name: "evenly-buffered",
  supportStreaming: false,
  wrapper: async (handler: Handler, converter: Converter) => {
    const guarded = guardFunction(handler);
    // The handler keeps what it writes, but stalls where nobody reads the stream.
    const streamCreator = {
      writeHeaders: () => new Writable({ write: (_chunk, _encoding, done) => done() }),
    };
    return async (event: object) => {
      if (isWarming(event)) return warm(event);
      const asked = await converter.convertFrom(event);
      const [answer, encoder] = compressing(asked, await guarded(asked, { streamCreator }));
      if (!encoder) return converter.convertTo(answer, event);
      const body = Readable.from(answer.body).pipe(encoder);
      return converter.convertTo({ ...answer, body, isBase64Encoded: true }, event);
    };
  },
};

/** The global object of Lambda's runtime for functions that stream their answers. */
type Runtime = {
  streamifyResponse: (handle: (event: object, stream: Writable) => Promise<void>) => unknown;
  HttpResponseStream: { from: (stream: Writable, head: object) => Writable };
};

/** The same for a function URL with the invoke mode RESPONSE_STREAM: the answer is sent while it is written. */
export const streamed = {
  name: "evenly-streamed",
  supportStreaming: true,
  wrapper: async (handler: Handler, converter: Converter) => {
    const guarded = guardFunction(handler);
    const { streamifyResponse, HttpResponseStream } = (globalThis as unknown as { awslambda: Runtime })
      .awslambda;
    return streamifyResponse(async (event, stream) => {
      if (isWarming(event)) return void stream.end(JSON.stringify(await warm(event)));
      const asked = await converter.convertFrom(event);
      let compressed: Promise<void> | undefined;
      const writeHeaders: NonNullable<FunctionOptions["streamCreator"]>["writeHeaders"] = (given) => {
        const [head, encoder] = compressing(asked, given);
        const target = HttpResponseStream.from(stream, head);
        if (!encoder) return target;
        compressed = pipeline(encoder, target);
        return encoder;
      };
      await guarded(asked, { streamCreator: { writeHeaders } });
      await compressed;
    });
  },
};
