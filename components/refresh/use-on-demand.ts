"use client";

import { useState, type ComponentType } from "react";
import { toast } from "@/components/ui/toast";

/**
 * A component that is loaded when it is first needed.
 * @param load imports it
 * @returns `Loaded`: null until it is there; `request` loads it and tells whether it is there
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
