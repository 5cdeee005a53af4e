"use client";

import { OnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import type { FormValues } from "@/components/offline/form-input";
import { FormNotice } from "./form-notice";
import type { SavedItem, VersionNoticeProps } from "./newer-version";

const load = () => import("./newer-version");
const loadReload = async <T extends SavedItem, Values extends FormValues>() =>
  (await load()).ReloadVersion<T, Values>;
const loadNewer = async <T extends SavedItem, Values extends FormValues>() =>
  (await load()).NewerVersion<T, Values>;

/**
 * The problem of a form that edits a saved item. If someone else saved first, it offers to load their version, applies
 * the user's changes to it, and lets the user discard those.
 */
export function VersionNotice<T extends SavedItem, Values extends FormValues>(
  props: VersionNoticeProps<T, Values>,
) {
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
