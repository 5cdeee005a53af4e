import { IMPORT_SOURCES, type ImportSource } from "@/lib/core/imports/import-file";
import { IMPORT_SOURCE_NAMES } from "@/lib/core/imports/in-words";

const FILES: Readonly<Record<ImportSource, { format: string; how: string }>> = {
  splitwise: {
    format: "CSV",
    how: "In the settings of a group or friend on splitwise.com: “Export as spreadsheet”.",
  },
  spliit: {
    format: "JSON",
    how: "On a group's list of expenses: the download button, then “Export to JSON”.",
  },
  evenly: {
    format: "JSON",
    how: "At the end of a group's screen: “Download”, then “Everything (JSON)”. Or on “Account”: “Download my data”.",
  },
};

/** The applications whose files can be imported, and how to get the file there. */
export const SOURCES = IMPORT_SOURCES.map((source) => ({
  name: IMPORT_SOURCE_NAMES[source],
  ...FILES[source],
}));
