"use client";

import { useState } from "react";
import { api, ApiError } from "@/lib/api-client";
import { toast } from "@/components/ui/toast";

/**
 * The version of a thing that a form's changes are based on (its `rev`). When somebody else was quicker the
 * server refuses the change; the person then loads the new version and decides, and what they typed stays.
 * @param rendered the thing as it was rendered; undefined in a form that creates one. Later renderings are ignored,
 *   because the person has not seen what changed
 * @param path where to load it from anew: GET `{path}/{_id}`
 */
export function useSavedVersion<T extends { _id: string }>(rendered: T | undefined, path: string) {
  const [first] = useState(rendered);
  const [newer, setNewer] = useState<T | null>(null);
  const [undecided, setUndecided] = useState(false);
  const [stale, setStale] = useState(false);
  const [loading, setLoading] = useState(false);

  return {
    /** What the next change is based on. */
    saved: newer ?? first,
    /** The server refused the change as outdated, and the new version is not loaded yet. */
    stale,
    loading,
    /** The version that somebody else saved meanwhile, while the person has not decided for it. */
    newer: undecided ? newer : null,
    /** The form was filled with the new version: there is nothing left to decide. */
    decide: () => setUndecided(false),
    /** Runs a change and takes note when it is refused as outdated. Throws what the change throws. */
    async attempt<R>(change: Promise<R>): Promise<R> {
      try {
        return await change;
      } catch (error) {
        setStale(error instanceof ApiError && error.code === "stale");
        throw error;
      }
    },
    /** Loads the new version; false where that fails, which is said: 'Failed to load data.' */
    async loadNewer(): Promise<boolean> {
      if (!first) return false;
      setLoading(true);
      try {
        setNewer(await api.get<T>(`${path}/${first._id}`));
        setUndecided(true);
        setStale(false);
        return true;
      } catch {
        toast.error("Failed to load data.");
        return false;
      } finally {
        setLoading(false);
      }
    },
  };
}

export type SavedVersion<T extends { _id: string }> = ReturnType<typeof useSavedVersion<T>>;
