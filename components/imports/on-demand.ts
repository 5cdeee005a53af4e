// Loaded once a file is chosen.
export { readImportFile } from "@/lib/core/imports/read-file";
export { ImportSteps } from "./import-steps";
