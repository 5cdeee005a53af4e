"use client";

import { useEffect, useRef, useState } from "react";
import { api } from "@/lib/api-client";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { focusOn, keepFocus } from "@/components/ui/keep-focus";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { withDraft } from "./form-draft";
import type { Fields, Item, VersionNoticeProps } from "./version-notice";

// Loaded when someone else has saved first.

/** Loads the version that someone else saved, and applies the user's changes to it. */
export function ReloadVersion<T extends Item, Values extends Fields>(props: VersionNoticeProps<T, Values>) {
  const { form, version, valuesOf, onChange } = props;
  const [loading, setLoading] = useState(false);

  async function load() {
    setLoading(true);
    try {
      const newer = await api.get<T>(version.path);
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
      icon={<Icon className="icon-rotate-cw" />}
      busy={loading}
      busyLabel="Loading…"
      onClick={() => void load()}
    >
      Reload
    </Button>
  );
}

/** Describes the version that someone else saved, with a button that fills the form with it. */
export function NewerVersion<T extends Item, Values extends Fields>(props: VersionNoticeProps<T, Values>) {
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
