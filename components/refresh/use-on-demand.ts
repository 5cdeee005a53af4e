"use client";

import { useState, type ComponentType } from "react";
import { toast } from "@/components/ui/toast";

/**
 * Loads a component when it is first needed.
 * @param load imports it
 * @returns `Loaded`: null until it is loaded; `request`: loads it and returns whether that succeeded
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);

  async function request(): Promise<boolean> {
    if (Loaded) return true;
    try {
      const component = await load();
      setLoaded(() => component);
      return true;
    } catch {
      toast.error("Failed to load data.");
      return false;
    }
  }

  return { Loaded, request };
}
