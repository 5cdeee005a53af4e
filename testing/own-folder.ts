// Imported first: the settings are read once, when the first module that needs them is loaded.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The data directory of this process, new and empty. */
export const ownFolder = mkdtempSync(join(tmpdir(), "evenly-own-"));

process.env.DATA_DIR = ownFolder;
process.env.MONGODB_URI = "";
process.env.MONGODB_URI_FILE = "";
