import { serverError, unsupported } from "../errors";
import { toNumber, truthy } from "../query/numbers";
import { isDocument, startsWithOperator, words, type Doc } from "../query/values";
import type { IndexInfo } from "../storage/catalog";
import { numberField, optionalDoc } from "./context";

/** A requested index, without the number under which it will be stored. */
export type IndexSpec = Omit<IndexInfo, "id">;

/** The supported options. The last two, of older servers and drivers, have no effect. */
const OPTIONS = words("key name v unique expireAfterSeconds partialFilterExpression ns background");

/** Parses an index specification of createIndexes. @throws ServerError CannotCreateIndex, CommandNotSupported */
export function parseIndex(spec: Doc): IndexSpec {
  const { key, name } = spec;
  if (!isDocument(key) || typeof name !== "string" || name === "") {
    throw serverError("FailedToParse", "An index specification needs a 'key' and a 'name'");
  }
  const option = Object.keys(spec).find((each) => !OPTIONS.has(each) && truthy(spec[each]));
  if (option) throw unsupported(`The index option '${option}' is not supported`);
  const index: IndexSpec = { name, key: parseKey(key) };
  if (truthy(spec.unique)) index.unique = true;
  const partial = optionalDoc(spec, "partialFilterExpression");
  if (partial) index.partialFilterExpression = checkPartial(partial);
  const seconds = numberField(spec, "expireAfterSeconds");
  if (seconds === undefined) return index;
  if (!(seconds >= 0 && seconds < 2 ** 31) || Object.keys(index.key).length !== 1) {
    throw serverError("CannotCreateIndex", "TTL indexes have one field, and 0 to 2147483647 seconds");
  }
  return { ...index, expireAfterSeconds: seconds };
}

function parseKey(key: Doc): Record<string, number> {
  const entries = Object.entries(key);
  for (const [path, direction] of entries) {
    if (typeof direction === "string") throw unsupported(`Indexes of type '${direction}' are not supported`);
    if (path.includes("$**")) throw unsupported("Wildcard indexes are not supported");
    const named = path.split(".").every((part) => part !== "" && !part.startsWith("$"));
    if (named && Math.abs(toNumber(direction)) > 0) continue;
    throw serverError("CannotCreateIndex", "An index key has names of fields, and a direction for each");
  }
  if (entries.length === 0) throw serverError("CannotCreateIndex", "Index keys cannot be an empty object");
  return Object.fromEntries(entries.map(([path, direction]) => [path, Math.sign(toNumber(direction))]));
}

// The planner has to decide whether a query implies it, so it is limited to equalities and $exists.
function checkPartial(partial: Doc): Doc {
  for (const [path, condition] of Object.entries(partial)) {
    const operator = isDocument(condition) && startsWithOperator(condition) ? condition : null;
    const exists = operator && Object.keys(operator).join() === "$exists" && truthy(operator.$exists);
    if (!path.startsWith("$") && (!operator || exists)) continue;
    throw unsupported(
      "A partialFilterExpression with more than equalities and {$exists: true} is not supported",
    );
  }
  return partial;
}
