"use client";

import { useState } from "react";
import { api } from "@/lib/api-client";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";

export type ReloadVersionProps = {
  /** Of the call that returns the version that someone else saved. */
  path: string;
  onLoad: (newer: unknown) => void;
};

/** Loads the version that someone else saved; shown with the message about the stale change. */
export function ReloadVersion({ path, onLoad }: ReloadVersionProps) {
  const [loading, setLoading] = useState(false);

  async function load() {
    setLoading(true);
    try {
      onLoad(await api.get(path));
    } catch {
      toast.error("Failed to load data.");
      setLoading(false);
    }
  }

  return (
    <Button
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
