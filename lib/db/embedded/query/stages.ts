import { basicStages } from "./stages/basic";
import { bucketStages } from "./stages/buckets";
import { joinStages } from "./stages/joins";
import { borrowedStages } from "./stages/borrowed";
import { redactStages } from "./stages/redact";
import type { RunStage, StageContext } from "./pipeline";

/** Makes a stage ready from its specification. */
export type CompileStage = (specification: unknown, context: StageContext) => RunStage;

/** Every pipeline stage by its name. */
export const stages: Record<string, CompileStage> = {
  ...borrowedStages,
  ...basicStages,
  ...bucketStages,
  ...joinStages,
  ...redactStages,
};
