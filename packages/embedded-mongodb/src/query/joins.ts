import { ADVICE, failedToParse } from "../errors";
import { encodedNames } from "./codec";
import { splitFieldPath } from "./expression";
import { valuesAt } from "./paths";
import { Row, type CompileStage } from "./row";
import { isDocument, isRegex, withValue, type Doc } from "./values";

const LOOKUP = ["from", "localField", "foreignField", "as"] as const;

const docOf = ({ doc }: Row) => doc;

/** The stages that read another collection. */
export const joinStages: Record<string, CompileStage> = {
  $lookup: (specification, context) => {
    const { from, localField, foreignField, as, pipeline } = read("$lookup", specification, LOOKUP);
    const target = splitFieldPath(as);
    const compiled = context.compile(pipeline);
    const names = encodedNames([localField, as]);
    return function* joined(rows) {
      for (const row of rows) {
        const known = row.only(names);
        const found = [...context.find(from, compiled, joinFilter(known, localField, foreignField))];
        const isNew = target.length === 1 && !Object.hasOwn(known, as);
        yield (isNew ? row.append(as, found) : null) ?? Row.of(withValue(row.doc, target, found.map(docOf)));
      }
    };
  },
  $unionWith: (specification, context) => {
    const given = typeof specification === "string" ? { coll: specification } : specification;
    const { coll, pipeline } = read("$unionWith", given, ["coll"]);
    const compiled = context.compile(pipeline);
    return function* union(rows) {
      yield* rows;
      yield* context.find(coll, compiled);
    };
  },
};

/** The fields of a stage: the named ones are required strings; a pipeline is optional, not checked. */
function read<Name extends string>(
  stage: string,
  specification: unknown,
  names: readonly Name[],
): Record<Name, string> & { pipeline: Doc[] } {
  const given: Doc = isDocument(specification) ? specification : {};
  const unknown = Object.keys(given).some((name) => name !== "pipeline" && !names.includes(name as Name));
  if (unknown || names.some((name) => typeof given[name] !== "string")) {
    throw failedToParse(`${stage} needs ${names.join(", ")}, each a string, and knows a pipeline. ${ADVICE}`);
  }
  return { pipeline: [], ...given } as Record<Name, string> & { pipeline: Doc[] };
}

// null joins with missing; a regular expression joins with equal values, not with its matches.
function joinFilter(doc: Doc, localField: string, foreignField: string): Doc {
  const values = valuesAt(doc, localField)
    .filter((value) => !Array.isArray(value) || value.length > 0)
    .map((value) => value ?? null);
  const patterns = values.filter(isRegex).map((value) => ({ [foreignField]: { $eq: value } }));
  const plain = { [foreignField]: { $in: values.filter((value) => !isRegex(value)) } };
  return patterns.length > 0 ? { $or: [plain, ...patterns] } : plain;
}
