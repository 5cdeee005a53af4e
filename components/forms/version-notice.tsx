"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { OnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { FormNotice } from "./form-notice";
import type { useFormSubmit } from "./use-form-submit";
import type { SavedVersion } from "./use-saved-version";

const loadNewerVersion = () => import("./newer-version").then(({ NewerVersion }) => NewerVersion);

export type VersionNoticeProps<T extends { _id: string }> = {
  form: Pick<ReturnType<typeof useFormSubmit>, "formProblem" | "clearProblem">;
  version: SavedVersion<T>;
  /** Fills the form with the version that someone else saved. */
  onTake: (newer: T) => void;
  /** A description of that version. */
  describe: (newer: T) => ReactNode;
};

/**
 * The problem of a form that edits a saved item. If someone else saved first, it offers to load their version, shows
 * it, and lets the user choose which one to keep.
 */
export function VersionNotice<T extends { _id: string }>({
  form,
  version,
  onTake,
  describe,
}: VersionNoticeProps<T>) {
  const { newer } = version;
  return (
    <>
      <FormNotice
        problem={form.formProblem}
        action={
          version.stale ? (
            <ReloadButton
              loading={version.loading}
              onLoad={() => void version.loadNewer().then((loaded) => loaded && form.clearProblem())}
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
              onTake(newer);
              version.decide();
            },
          }}
        />
      ) : null}
    </>
  );
}

/** Loads the version that someone else saved; shown with the message about the stale change. */
function ReloadButton({ loading, onLoad }: { loading: boolean; onLoad: () => void }) {
  return (
    <Button
      variant="secondary"
      icon={<Icon className="icon-rotate-cw" />}
      busy={loading}
      busyLabel="Loading…"
      onClick={onLoad}
    >
      Reload
    </Button>
  );
}
