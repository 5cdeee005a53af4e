import { aggregate } from "mingo";
import { ServerError } from "../../errors";
import { plain } from "../operators/borrowed";
import type { CompileStage } from "../stages";
import type { Doc } from "../values";

// A stage of mingo's: it calculates with JavaScript's numbers.
function borrow(name: string): CompileStage {
  return (specification) =>
    function* run(docs) {
      let result: Iterable<Doc>;
      try {
        result = aggregate(
          [...docs].map(plain) as never,
          [{ [name]: plain(specification) }] as never,
        ) as Iterable<Doc>;
      } catch (error) {
        throw error instanceof ServerError ? error : new ServerError(2, "BadValue", (error as Error).message);
      }
      yield* result;
    };
}

/** Stages that are seldom used, as mingo has them. */
export const borrowedStages: Record<string, CompileStage> = {
  $bucketAuto: borrow("$bucketAuto"),
  $densify: borrow("$densify"),
  $fill: borrow("$fill"),
  $setWindowFields: borrow("$setWindowFields"),
};
