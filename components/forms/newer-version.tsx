"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { focusOn, keepFocus } from "@/components/ui/keep-focus";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { withDraft, type FormValues } from "@/components/offline/form-input";
import type { useFormSubmit } from "./use-form-submit";
import type { SavedVersion } from "./use-saved-version";

// Loaded when someone else has saved first.

export type SavedItem = { _id: string; rev: number };

export type VersionNoticeProps<T extends SavedItem, Values extends FormValues> = {
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

/** Loads the version that someone else saved, and applies the user's changes to it. */
export function ReloadVersion<T extends SavedItem, Values extends FormValues>(
  props: VersionNoticeProps<T, Values>,
) {
  const { form, version, valuesOf, onChange } = props;
  const [loading, setLoading] = useState(false);

  async function load() {
    setLoading(true);
    try {
      const newer = await version.reload();
      const newest = valuesOf(newer);
      const untouched = form.rebase(newest);
      onChange((values) => withDraft(newest, { values, untouched }));
      form.clearProblem();
      version.show(newer);
    } catch {
      toast.error("Failed to load data.");
      setLoading(false);
    }
  }

  return (
    <Button
      ref={keepFocus}
      variant="secondary"
      icon="icon-rotate-cw"
      busy={loading}
      busyLabel="Loading…"
      onClick={() => void load()}
    >
      Reload
    </Button>
  );
}

/** Describes the version that someone else saved, with a button that fills the form with it. */
export function NewerVersion<T extends SavedItem, Values extends FormValues>(
  props: VersionNoticeProps<T, Values>,
) {
  const { version, valuesOf, onChange, describe } = props;
  const { newer } = version;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a cleanup function.
    ref.current?.scrollIntoView?.({ block: "nearest" });
    // Where the focus went when the Reload button disappeared.
    focusOn(ref.current, document.querySelector("main h1"));
  }, []);
  if (!newer) return null;
  return (
    <div ref={ref}>
      <Notice
        role="status"
        title="The new version"
        action={
          <Button
            ref={keepFocus}
            variant="secondary"
            onClick={() => {
              onChange(() => valuesOf(newer));
              version.decide();
            }}
          >
            Use the new version
          </Button>
        }
      >
        <p>{describe(newer)}</p>
        <p className="mt-1">The form has the new version, with your changes.</p>
      </Notice>
    </div>
  );
}
