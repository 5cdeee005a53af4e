/** The query semantics of the embedded database: pure functions over decoded documents. */
export { decode, encode, encodedSize } from "./codec";
export { compileCollation } from "./collation";
export { compareValues, equalValues, typeOrder } from "./compare";
export { compileFilter, type DocTest, type FilterOptions } from "./filter";
export { keysAt, valuesAt } from "./paths";
export { checkPipeline, runPipeline, type PipelineContext } from "./pipeline";
export { compileProjection } from "./projection";
export { compileSort, parseSort, type SortField } from "./sort";
export { applyUpdate, type UpdateOptions } from "./update";
export { upsertBase } from "./upsert";
export { valueKey } from "./value-key";
export { isDocument, typeName, type Doc } from "./values";
