"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { OnDemand } from "@/components/ui/on-demand";
import { FormNotice } from "./form-notice";
import type { useFormSubmit } from "./use-form-submit";
import type { SavedVersion } from "./use-saved-version";

const loadNewerVersion = () => import("./newer-version").then(({ NewerVersion }) => NewerVersion);

export type VersionNoticeProps<T extends { _id: string }> = {
  form: Pick<ReturnType<typeof useFormSubmit>, "formProblem" | "clearProblem">;
  version: SavedVersion<T>;
  /** Fills the form with the version that somebody else saved. */
  onTake: (newer: T) => void;
  /** That version in words. */
  describe: (newer: T) => ReactNode;
};

/**
 * The problem of a form that changes a saved thing. Where somebody else was quicker it offers to load their
 * version, shows it, and leaves it to the person which of the two stays.
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
          height="h-40"
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

/** Loads what somebody else saved; stands with the message that refused the outdated change. */
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
