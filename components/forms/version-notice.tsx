"use client";

import type { ReactNode } from "react";
import { OnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { FormNotice } from "./form-notice";
import type { useFormSubmit } from "./use-form-submit";
import type { SavedVersion } from "./use-saved-version";

export type Item = { _id: string };
export type Fields = Record<string, unknown>;

const load = () => import("./newer-version");
const loadReload = async <T extends Item, Values extends Fields>() => (await load()).ReloadVersion<T, Values>;
const loadNewer = async <T extends Item, Values extends Fields>() => (await load()).NewerVersion<T, Values>;

export type VersionNoticeProps<T extends Item, Values extends Fields> = {
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
export function VersionNotice<T extends Item, Values extends Fields>(props: VersionNoticeProps<T, Values>) {
  const { form, version } = props;
  return (
    <>
      <FormNotice
        problem={form.formProblem}
        action={
          version.stale ? (
            <OnDemand
              load={loadReload<T, Values>}
              loading={<Skeleton className="h-12 w-32" />}
              props={props}
            />
          ) : null
        }
      />
      {version.newer ? (
        <OnDemand
          load={loadNewer<T, Values>}
          loading={<Skeleton className="h-40 rounded-card" />}
          props={props}
        />
      ) : null}
    </>
  );
}
