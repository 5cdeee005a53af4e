"use client";

import { useCallback, useEffect, useState } from "react";
import { serverMessage } from "@/lib/client/call";
import { useCall } from "@/lib/client/use-call";
import { ActionButton } from "@/components/refresh/action-button";
import { Card } from "@/components/ui/card";
import { LocalDay } from "@/components/ui/day";
import { List, ListRow } from "@/components/ui/list";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { removeDevice, thisBrowser, turnOff, turnOn, type ThisBrowser } from "./this-browser";

const WHY_NOT = {
  unsupported: "This browser doesn't support notifications here.",
  uninstalled: "On iPhone and iPad, add Evenly to the home screen first.",
  blocked: "Your browser blocks notifications from Evenly. Allow them in its settings.",
};
const FAILED = "Notifications could not be turned on in this browser.";

/** Turns notifications on this device on and off, and lists the other devices that show the viewer's. */
export function PushDevice() {
  const { data, error, isValidating, mutate } = useCall("GET /api/users/push", {});
  const [here, setHere] = useState<ThisBrowser | null>(null);
  const key = data?.publicKey;
  const look = useCallback(async () => {
    if (key) setHere(await thisBrowser(key).catch(() => ({ state: "unsupported", id: null }) as const));
  }, [key]);
  useEffect(() => {
    const check = () => void look();
    check();
    // The user may have allowed them in the browser's settings.
    window.addEventListener("focus", check);
    return () => window.removeEventListener("focus", check);
  }, [look]);

  if (!data && error) return <LoadFailed onRetry={() => void mutate()} busy={isValidating} />;
  if (key === null)
    return <p className="text-muted">This server doesn&apos;t send notifications to devices.</p>;
  if (!data || !key || !here) return <Skeleton className="h-20 rounded-card" />;

  const { state, id } = here;
  const on = id !== null && data.devices.some(({ _id }) => _id === id);
  const others = data.devices.filter(({ _id }) => _id !== id);
  /** Shows the result of a change. */
  const after = (change: () => Promise<void>) => async () => {
    await change();
    await Promise.all([mutate(), look()]);
    return () => {};
  };
  return (
    <>
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h3 className="font-bold">Notifications on this device</h3>
          <p className="text-muted">{state === "ready" ? (on ? "On" : "Off") : WHY_NOT[state]}</p>
        </div>
        {state !== "ready" ? null : on ? (
          <ActionButton variant="secondary" action={after(() => turnOff(id))}>
            Turn off
          </ActionButton>
        ) : (
          <ActionButton
            action={after(() => turnOn(key))}
            fail={(problem) => toast.error(serverMessage(problem, FAILED))}
          >
            Turn on
          </ActionButton>
        )}
      </Card>
      {others.length === 0 ? null : (
        <List aria-label="Other devices with notifications">
          {others.map(({ _id, device, createdAt }) => (
            <ListRow
              key={_id}
              title={device}
              detail={
                <>
                  Notifications since <LocalDay at={createdAt} />
                </>
              }
              trailing={
                <ActionButton
                  variant="quiet"
                  aria-label={`Remove ${device}`}
                  action={after(() => removeDevice(_id))}
                >
                  Remove
                </ActionButton>
              }
            />
          ))}
        </List>
      )}
    </>
  );
}
