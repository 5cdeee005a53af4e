"use client";

import { useId, useState, type ReactNode } from "react";
import { IMPORT_SOURCES, MAX_IMPORT_BYTES, type ImportSource } from "@/lib/core/imports/import-file";
import { IMPORT_SOURCE_NAMES } from "@/lib/core/imports/in-words";
import { Card } from "@/components/ui/card";
import { FieldError } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { Spinner } from "@/components/ui/spinner";

/** The applications whose files can be imported, and how to export one. */
const SOURCES: Readonly<Record<ImportSource, { format: string; how: string }>> = {
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
    how: "At the bottom of a group's screen: “Download”, then “Everything (JSON)”. Or on “Account”: “Download my data”.",
  },
};

const MEGABYTES = MAX_IMPORT_BYTES / 1024 / 1024;

export type PickFileProps = {
  /** Whether the file is being read. */
  busy: boolean;
  problem: string | null;
  onPick: (file: File) => void;
  onProblem: (problem: string) => void;
  /** What to know about it first. */
  children?: ReactNode;
};

/** Lets the user pick or drop a file, and says which files are accepted and how to get them. */
export function PickFile({ busy, problem, onPick, onProblem, children }: PickFileProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    <>
      {children}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex flex-col gap-2 noscript:hidden">
          {/* The input covers the card, so that the browser itself takes what is dropped. */}
          <Card
            className="relative flex flex-col items-center gap-2 border-2 border-dashed border-line-strong py-8 text-center transition-colors duration-150 hover:border-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus data-over:border-brand data-over:bg-brand-soft"
            data-over={over || undefined}
          >
            {busy ? <Spinner /> : <Icon className="icon-upload size-8 text-brand" />}
            <label htmlFor={id} className="text-lg font-bold">
              {busy ? "Reading the file…" : "Choose a file"}
            </label>
            <span id={`${id}-hint`} className="text-sm text-muted">
              Or drop it here. At most {MEGABYTES} MB. Nothing is saved until you&apos;ve reviewed it.
            </span>
            <input
              ref={keepFocus}
              id={id}
              type="file"
              accept=".csv,.json,.txt,text/csv,text/comma-separated-values,text/plain,application/json,application/vnd.ms-excel"
              disabled={busy}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
              className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
              onDragEnter={() => setOver(true)}
              onDragLeave={() => setOver(false)}
              onDrop={() => setOver(false)}
              onChange={({ target }) => {
                const file = target.files?.[0];
                // So that the same file can be chosen again.
                target.value = "";
                if (!file) return;
                if (file.size > MAX_IMPORT_BYTES) onProblem(`This file is larger than ${MEGABYTES} MB.`);
                else onPick(file);
              }}
            />
          </Card>
          <p role="status" className="sr-only">
            {busy ? "Reading the file…" : null}
          </p>
          {problem ? <FieldError id={`${id}-error`}>{problem}</FieldError> : null}
        </div>
        <noscript>
          <p>Importing needs JavaScript.</p>
        </noscript>
        <dl className="flex flex-col gap-4">
          {IMPORT_SOURCES.map((source) => (
            <div key={source}>
              <dt className="font-bold">
                {IMPORT_SOURCE_NAMES[source]}{" "}
                <span className="font-normal text-muted">({SOURCES[source].format})</span>
              </dt>
              <dd className="text-sm text-muted">{SOURCES[source].how}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
