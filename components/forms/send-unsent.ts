import type { useRouter } from "next/navigation";
import { api, isOutdated, serverMessage, type ApiError } from "@/lib/api-client";
import { isolate } from "@/lib/core/isolate";
import { pluralize } from "@/lib/core/pluralize";
import { toast } from "@/components/ui/toast";
import { getDraft, here, saveDraft } from "./form-draft";
import { listUnsent, removeUnsent } from "./outbox";

/** How long a refusal is shown, in milliseconds. */
const REFUSAL_SHOWN = 30_000;

/**
 * Sends what was entered offline, each item exactly once: a repetition, also by another tab, has the same idempotency
 * key. An item that the server refuses becomes the draft of its form. Stops at the first item without an answer.
 */
export async function sendUnsent(userId: string, router: ReturnType<typeof useRouter>): Promise<void> {
  let added = 0;
  // Only the last message of each kind is shown: several would cover a phone's screen.
  let dismissAdded: (() => void) | undefined;
  let dismissRefused: (() => void) | undefined;
  for (const item of listUnsent(userId)) {
    const title = `“${isolate(item.title)}”`;
    try {
      await api.post(item.path, item.body, { idempotencyKey: item.idempotencyKey });
      removeUnsent(userId, item);
      added += 1;
      dismissAdded?.();
      dismissAdded = toast.success(
        `${added === 1 ? `${title} was` : `${pluralize(added, "expense")} were`} added.`,
      );
    } catch (error) {
      if (!isRefused(error)) return;
      // The form has another draft, which comes first.
      if (getDraft(userId, item.form)) continue;
      const message = `${title} was not added. ${serverMessage(error)}`;
      // An open form would overwrite the draft.
      if (here() === item.form) {
        dismissRefused?.();
        dismissRefused = toast.error(message);
        continue;
      }
      // First, to make room for the draft.
      removeUnsent(userId, item);
      saveDraft(userId, item.form, { values: item.entered, untouched: {}, attempt: null });
      toast.error(message, {
        duration: REFUSAL_SHOWN,
        action: { label: "Edit", onClick: () => router.push(item.form) },
      });
    }
    router.refresh();
  }
}

/** Not if someone else is signed in: then it is sent when its author is. */
const isRefused = (error: unknown) => isOutdated(error) && (error as ApiError).code !== "wrong-actor";
