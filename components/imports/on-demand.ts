// What is loaded when a file was chosen.
export { readImportFile } from "@/lib/core/imports/read-file";
export { ImportSteps } from "./import-steps";
