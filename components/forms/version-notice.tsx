"use client";

import type { ReactNode } from "react";
import { OnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { withDraft } from "./form-draft";
import { FormNotice } from "./form-notice";
import type { useFormSubmit } from "./use-form-submit";
import type { SavedVersion } from "./use-saved-version";

const loadReloadVersion = () => import("./reload-version").then(({ ReloadVersion }) => ReloadVersion);
const loadNewerVersion = () => import("./newer-version").then(({ NewerVersion }) => NewerVersion);

export type VersionNoticeProps<T extends { _id: string }, Values extends Record<string, unknown>> = {
  form: Pick<ReturnType<typeof useFormSubmit>, "formProblem" | "clearProblem"> & {
    rebase: (newer: Values) => Record<string, unknown>;
  };
  version: SavedVersion<T>;
  /** The form's values of a version. Values that depend on each other are one field. */
  valuesOf: (version: T) => Values;
  /** Changes the form's values. */
  onChange: (change: (now: Values) => Values) => void;
  /** A description of that version. */
  describe: (newer: T) => ReactNode;
};

/**
 * The problem of a form that edits a saved item. If someone else saved first, it offers to load their version, applies
 * the user's changes to it, and lets the user discard those.
 */
export function VersionNotice<T extends { _id: string }, Values extends Record<string, unknown>>({
  form,
  version,
  valuesOf,
  onChange,
  describe,
}: VersionNoticeProps<T, Values>) {
  const { newer } = version;

  function show(loaded: T) {
    form.clearProblem();
    version.show(loaded);
    const newest = valuesOf(loaded);
    const untouched = form.rebase(newest);
    onChange((values) => withDraft(newest, { values, untouched }));
  }

  return (
    <>
      <FormNotice
        problem={form.formProblem}
        action={
          version.stale ? (
            <OnDemand
              load={loadReloadVersion}
              loading={null}
              props={{ path: version.path, onLoad: (loaded) => show(loaded as T) }}
            />
          ) : null
        }
      />
      {newer ? (
        <OnDemand
          load={loadNewerVersion}
          loading={<Skeleton className="h-40 rounded-card" />}
          props={{
            children: describe(newer),
            onTake: () => {
              onChange(() => valuesOf(newer));
              version.decide();
            },
          }}
        />
      ) : null}
    </>
  );
}
