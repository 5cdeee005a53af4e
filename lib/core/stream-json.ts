/**
 * Writes a value as JSON, in pieces: a document of any size needs no more memory than its largest row. Async
 * iterables become lists; they may stand in objects and in rows of other lists.
 */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  if (isAsyncIterable(value)) {
    let separator = "[";
    for await (const row of value) {
      yield separator;
      yield* streamJson(row);
      separator = ",\n";
    }
    yield separator === "[" ? "[]" : "]";
  } else if (isObject(value) && Object.values(value).some(isAsyncIterable)) {
    let separator = "{";
    for (const [key, field] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(key)}:`;
      yield* streamJson(field);
      separator = ",\n";
    }
    yield "}";
  } else {
    yield JSON.stringify(value);
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
