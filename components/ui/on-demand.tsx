"use client";

import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { LoadFailed } from "./load-failed";
import { Skeleton } from "./skeleton";

export type OnDemandProps<Props> = {
  /** Loads the component; must stay the same function. */
  load: () => Promise<ComponentType<Props>>;
  /** The component's props. */
  props: Props;
  /** Shown while it loads. */
  loading?: ReactNode;
  /** A failed load is not reported. */
  optional?: boolean;
};

/** Renders a component whose code is loaded when it is first shown. If that fails, it says so and offers to try again. */
export function OnDemand<Props extends object>({
  load,
  props,
  loading = <Skeleton className="h-48 rounded-card" />,
  optional = false,
}: OnDemandProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);

  useEffect(() => {
    let shown = true;
    load().then(
      (component) => shown && setLoaded(() => component),
      () => shown && setFailed(attempt),
    );
    return () => void (shown = false);
  }, [load, attempt]);

  if (Loaded) return <Loaded {...props} />;
  if (failed < attempt || optional) return loading;
  return <LoadFailed onRetry={() => setAttempt(attempt + 1)} />;
}
