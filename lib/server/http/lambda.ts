import { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import {
  guardFunction,
  type FunctionEvent,
  type FunctionOptions,
  type FunctionResult,
} from "./function-guard";

// The application as a Lambda function: the wrapper of open-next.config.ts. OpenNext's own cannot be imported there,
// since its package is not a dependency.

type Handler = (event: FunctionEvent, options?: FunctionOptions) => Promise<FunctionResult>;

type Converter = {
  convertFrom: (event: unknown) => Promise<FunctionEvent>;
  convertTo: (result: FunctionResult, event: unknown) => Promise<unknown>;
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
      const answer = await guarded(await converter.convertFrom(event), { streamCreator });
      return converter.convertTo(answer, event);
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
      const writeHeaders: NonNullable<FunctionOptions["streamCreator"]>["writeHeaders"] = (head) =>
        HttpResponseStream.from(stream, head);
      await guarded(await converter.convertFrom(event), { streamCreator: { writeHeaders } });
    });
  },
};
