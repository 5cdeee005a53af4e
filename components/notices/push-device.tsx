"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { serverMessage } from "@/lib/client/call";
import type { PushDevice as Device } from "@/lib/contract/push";
import { ActionButton } from "@/components/refresh/action-button";
import { Card } from "@/components/ui/card";
import { LocalDay } from "@/components/ui/day";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";
import { removeDevice, thisBrowser, turnOff, turnOn, type ThisBrowser } from "./this-browser";

const WHY_NOT = {
  unsupported: "This browser doesn't support notifications here.",
  uninstalled: "On iPhone and iPad, add Evenly to the home screen first.",
  blocked: "Your browser blocks notifications from Evenly. Allow them in its settings.",
};
const FAILED = "Notifications couldn't be turned on in this browser.";

export type PushDeviceProps = {
  /** The server's key; null if it sends no push messages. */
  publicKey: string | null;
  /** The devices with the viewer's notifications, possibly including this one. */
  pushDevices: readonly Device[];
};

/** Turns notifications on this device on and off, and lists the viewer's other devices with notifications. */
export function PushDevice({ publicKey, pushDevices }: PushDeviceProps) {
  const router = useRouter();
  const [here, setHere] = useState<ThisBrowser | null>(null);
  const look = useCallback(async () => {
    if (publicKey)
      setHere(await thisBrowser(publicKey).catch(() => ({ state: "unsupported", id: null }) as const));
  }, [publicKey]);
  useEffect(() => {
    const check = () => void look();
    check();
    // The user may have allowed them in the browser's settings.
    window.addEventListener("focus", check);
    return () => window.removeEventListener("focus", check);
  }, [look]);

  if (!publicKey)
    return <p className="text-muted">This server doesn&apos;t send notifications to devices.</p>;
  const { state = "ready", id = null } = here ?? {};
  const on = id !== null && pushDevices.some(({ _id }) => _id === id);
  const others = here ? pushDevices.filter(({ _id }) => _id !== id) : [];
  /** Wraps a change so that its result is shown. */
  const after = (change: () => Promise<void>) => async () => {
    await change();
    await look();
    return router.refresh;
  };
  return (
    <>
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h3 className="font-bold">Notifications on this device</h3>
          <p className="text-muted">
            {!here ? "Checking…" : state === "ready" ? (on ? "On" : "Off") : WHY_NOT[state]}
          </p>
        </div>
        {state !== "ready" ? null : on ? (
          <ActionButton variant="secondary" action={after(() => turnOff(id))}>
            Turn off
          </ActionButton>
        ) : (
          <ActionButton
            disabled={!here}
            action={after(() => turnOn(publicKey))}
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
