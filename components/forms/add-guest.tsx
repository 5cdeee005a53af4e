"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { call } from "@/lib/client/call";
import { isolate } from "@/lib/core/text/isolate";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { Field, FieldError, Input } from "@/components/ui/field";
import { Sentence } from "@/components/ui/bdi";
import { useUnadded } from "./use-unadded";

export type AddGuestProps = {
  groupId: string;
  /** Called with the new member's id when the screen is rendered with them. */
  onAdded: (id: string) => void;
};

// Stable, so that it is called only when the field appears.
const focus = (field: HTMLInputElement | null) => field?.focus();
// The field and its button have disappeared, and the focus with them, unless it has moved on.
const focusIfLost = (button: HTMLButtonElement | null) => {
  if (document.activeElement === document.body) button?.focus();
};

/** Adds a person without an account to the group, where its people are selected. */
export function AddGuest({ groupId, onAdded }: AddGuestProps) {
  const router = useRouter();
  const { pending, run } = usePending();
  /** What was typed; null: closed. */
  const [typed, setTyped] = useState<string | null>(null);
  /** Who was added last. */
  const [added, setAdded] = useState({ id: "", name: "" });
  const name = typed?.trim() ?? "";
  const unadded = useUnadded(name);
  // Not in the transition below: what is entered in the form while the screen is rendered with them would undo it.
  const latest = useRef(onAdded);
  useEffect(() => {
    latest.current = onAdded;
  });
  useEffect(() => {
    if (added.id) latest.current(added.id);
  }, [added.id]);
  const add = () =>
    void run("guest", async () => {
      // The same name again would be refused.
      const input = { params: { groupId }, body: { name }, idempotencyKey: null };
      const { _id } = await call("POST /api/groups/{groupId}/guests", input);
      return () => {
        router.refresh();
        setTyped(null);
        setAdded({ id: _id, name });
      };
    });

  return (
    <>
      {typed === null ? (
        <Button
          ref={added.id ? focusIfLost : null}
          variant="quiet"
          className="self-start"
          icon="icon-user-plus"
          onClick={() => setTyped("")}
        >
          Someone without an account
        </Button>
      ) : (
        <div className="flex flex-col gap-2 border-t border-line p-2" onBlur={unadded.onBlur}>
          <Field label="Name">
            {(control) => (
              <Input
                {...control}
                {...unadded.control}
                autoComplete="off"
                ref={focus}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                  // It adds the person, and does not submit the form.
                  event.preventDefault();
                  if (name) add();
                }}
              />
            )}
          </Field>
          <Button
            variant="secondary"
            className="self-start wrap-anywhere"
            disabled={!name}
            busy={"guest" in pending}
            busyLabel="Adding…"
            onClick={add}
          >
            <Sentence>
              {name ? `Add “${isolate(name)}” without an account` : "Add without an account"}
            </Sentence>
          </Button>
          {unadded.question ? <FieldError {...unadded.question} /> : null}
        </div>
      )}
      <span aria-live="polite" className="sr-only">
        <Sentence>{typed === null && added.id ? `${isolate(added.name)} added` : ""}</Sentence>
      </span>
    </>
  );
}
