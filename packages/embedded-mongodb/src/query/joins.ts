import { ADVICE, failedToParse } from "../errors";
import { encodedNames } from "./codec";
import { splitFieldPath } from "./expression";
import { valuesAt } from "./paths";
import { Row } from "./row";
import type { CompileStage } from "./stage";
import { isDocument, isRegex, withValue, type Doc } from "./values";

const LOOKUP = ["from", "localField", "foreignField", "as"] as const;

/** The stages that read another collection. */
export const joinStages: Record<string, CompileStage> = {
  $lookup: (specification, context) => {
    const { from, localField, foreignField, as, pipeline } = read("$lookup", specification, LOOKUP);
    const target = splitFieldPath(as);
    context.compile(pipeline);
    const local = encodedNames([localField]);
    return function* joined(rows) {
      for (const row of rows) {
        const join = { $match: joinFilter(row.only(local), localField, foreignField) };
        const found = Array.from(context.find(from, [join, ...pipeline]), ({ doc }) => doc);
        yield Row.of(withValue(row.doc, target, found));
      }
    };
  },
  $unionWith: (specification, context) => {
    const given = typeof specification === "string" ? { coll: specification } : specification;
    const { coll, pipeline } = read("$unionWith", given, ["coll"]);
    context.compile(pipeline);
    return function* union(rows) {
      yield* rows;
      yield* context.find(coll, pipeline);
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
