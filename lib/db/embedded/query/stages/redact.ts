import { location } from "../errors";
import { compileExpression, redaction, type Evaluate } from "../expression";
import type { CompileStage } from "../stages";
import { isDocument, setOwn, type Doc } from "../values";

function redactDocument(doc: Doc, root: Doc, variables: Doc, decide: Evaluate): Doc | undefined {
  const decision = decide({ root, current: doc, variables });
  switch (decision) {
    case redaction.KEEP:
      return doc;
    case redaction.PRUNE:
      return undefined;
    case redaction.DESCEND: {
      const out: Doc = {};
      for (const [name, value] of Object.entries(doc)) {
        const kept = redactValue(value, root, variables, decide);
        if (kept !== undefined) setOwn(out, name, kept);
      }
      return out;
    }
    default:
      throw location(
        17053,
        "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE",
      );
  }
}

function redactValue(value: unknown, root: Doc, variables: Doc, decide: Evaluate): unknown {
  if (Array.isArray(value)) {
    return (value as unknown[])
      .map((item) => redactValue(item, root, variables, decide))
      .filter((item) => item !== undefined);
  }
  return isDocument(value) ? redactDocument(value, root, variables, decide) : value;
}

/** `$redact`: keeps, prunes or descends, document by document. */
export const redactStages: Record<string, CompileStage> = {
  $redact: (specification, context) => {
    const decide = compileExpression(specification, context.scope);
    return function* redact(docs) {
      for (const doc of docs) {
        const kept = redactDocument(doc, doc, context.variables, decide);
        if (kept) yield kept;
      }
    };
  },
};
