/**
 * Writes a value as JSON in chunks, so that a document of any size needs no more memory than its largest row. Async
 * iterables become arrays; they may be nested in objects and rows.
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
