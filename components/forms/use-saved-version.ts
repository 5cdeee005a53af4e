"use client";

import { useState } from "react";
import { ApiError } from "@/lib/client/call";

/**
 * The version of an item that a form's changes are based on (its `rev`). If someone else saved first, the server
 * refuses the change; the user loads the new version and decides, and the input stays.
 * @param rendered the item as rendered; undefined in a form that creates one. Later renderings are ignored, because
 * the user has not seen the changes
 * @param reload loads the current version
 */
export function useSavedVersion<T extends { _id: string; rev: number }>(
  rendered: T | undefined,
  reload: (id: string) => Promise<T>,
) {
  const [first] = useState(rendered);
  const [newer, setNewer] = useState<T | null>(null);
  const [undecided, setUndecided] = useState(false);
  const [stale, setStale] = useState(false);

  const saved = newer ?? first;
  /** Shows the version that someone else saved. */
  function show(loaded: T) {
    setNewer(loaded);
    setUndecided(true);
    setStale(false);
  }

  return {
    /** The version that the next change is based on. */
    saved,
    rev: saved?.rev,
    /** The server refused the change as stale, and the new version is not loaded yet. */
    stale,
    /** Loads the current version. */
    reload: () => reload(first!._id),
    /** The version that someone else saved, while the user has not decided. */
    newer: undecided ? newer : null,
    /** The form was filled with the new version, so nothing is left to decide. */
    decide: () => setUndecided(false),
    /** Runs a change: the next one is based on its result, unless it is refused as stale. Throws what it throws. */
    async attempt(change: Promise<T>): Promise<T> {
      try {
        const saved = await change;
        setNewer(saved);
        setUndecided(false);
        return saved;
      } catch (error) {
        setStale(error instanceof ApiError && error.code === "stale");
        throw error;
      }
    },
    show,
    showSaved: () => saved && show(saved),
  };
}

export type SavedVersion<T extends { _id: string; rev: number }> = ReturnType<typeof useSavedVersion<T>>;
