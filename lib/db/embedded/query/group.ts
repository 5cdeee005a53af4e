import { location } from "./errors";
import { compileAccumulator, type Accumulator } from "./accumulators";
import { compileExpression, type Environment, type Scope } from "./expression";
import { valueKey } from "./value-key";
import { isDocument, setOwn, type Doc } from "./values";

/**
 * Compiles `$group`; groups come in the order in which they were first met.
 *
 * @throws ServerError 15955 without `_id`, 40235 for a dotted field name
 */
export function compileGroup(
  specification: unknown,
  scope: Scope,
): (environments: Iterable<Environment>) => Iterable<Doc> {
  if (!isDocument(specification)) throw location(15947, "a group's fields must be specified in an object");
  if (!Object.hasOwn(specification, "_id"))
    throw location(15955, "a group specification must include an _id");
  const idOf = compileExpression(specification._id, scope);
  const fields = Object.entries(specification)
    .filter(([name]) => name !== "_id")
    .map(([name, value]) => {
      if (name.includes(".")) throw location(40235, `The field name '${name}' cannot contain '.'`);
      if (name.startsWith("$")) throw location(40236, `The field name '${name}' cannot be an operator name`);
      return [name, compileAccumulator(name, value, scope)] as const;
    });
  return function* group(environments) {
    const groups = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    for (const environment of environments) {
      const id = idOf(environment) ?? null;
      const key = valueKey(id);
      let found = groups.get(key);
      if (!found) groups.set(key, (found = { id, accumulators: fields.map(([, create]) => create()) }));
      for (const accumulator of found.accumulators) accumulator.add(environment);
    }
    for (const { id, accumulators } of groups.values()) {
      const doc: Doc = { _id: id };
      fields.forEach(([name], index) => setOwn(doc, name, accumulators[index]?.result()));
      yield doc;
    }
  };
}
