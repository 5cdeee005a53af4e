"use client";

import { useState } from "react";
import { api, ApiError } from "@/lib/api-client";
import { toast } from "@/components/ui/toast";

/**
 * The version of an item that a form's changes are based on (its `rev`). If someone else saved first, the server
 * refuses the change; the user loads the new version and decides, and the input stays.
 * @param rendered the item as rendered; undefined in a form that creates one. Later renderings are ignored, because
 * the user has not seen the changes
 * @param path to reload it: GET `{path}/{_id}`
 */
export function useSavedVersion<T extends { _id: string }>(rendered: T | undefined, path: string) {
  const [first] = useState(rendered);
  const [newer, setNewer] = useState<T | null>(null);
  const [undecided, setUndecided] = useState(false);
  const [stale, setStale] = useState(false);
  const [loading, setLoading] = useState(false);

  return {
    /** The version that the next change is based on. */
    saved: newer ?? first,
    /** The server refused the change as stale, and the new version is not loaded yet. */
    stale,
    loading,
    /** The version that someone else saved, while the user has not decided. */
    newer: undecided ? newer : null,
    /** The form was filled with the new version, so nothing is left to decide. */
    decide: () => setUndecided(false),
    /** Runs a change and records whether it was refused as stale. Throws what the change throws. */
    async attempt<R>(change: Promise<R>): Promise<R> {
      try {
        return await change;
      } catch (error) {
        setStale(error instanceof ApiError && error.code === "stale");
        throw error;
      }
    },
    /** Loads the new version. Returns null and shows 'Failed to load data.' if that fails. */
    async loadNewer(): Promise<T | null> {
      if (!first) return null;
      setLoading(true);
      try {
        const loaded = await api.get<T>(`${path}/${first._id}`);
        setNewer(loaded);
        setUndecided(true);
        setStale(false);
        return loaded;
      } catch {
        toast.error("Failed to load data.");
        return null;
      } finally {
        setLoading(false);
      }
    },
  };
}

export type SavedVersion<T extends { _id: string }> = ReturnType<typeof useSavedVersion<T>>;
