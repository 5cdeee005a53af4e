"use client";

import { useRouter } from "next/navigation";
import { focusOnce } from "@/components/ui/focus-once";
import { Bdi } from "@/components/ui/bdi";
import { changeUnsent, editPath } from "./outbox";
import type { Unsent } from "./unsent";

/** Before the button goes, its focus moves to the page. */
const returnFocus = (button: HTMLElement | null) => () => {
  const main = document.getElementById("main");
  if (main && document.activeElement === button) focusOnce(main, { preventScroll: true });
};

/** Says why an item was not added, and lets its user edit or discard it. */
export function RefusedItem({ item, userId }: { item: Unsent; userId: string }) {
  const router = useRouter();
  return (
    <p>
      <span>
        “<Bdi>{item.title}</Bdi>” was not added. {item.refusal}
      </span>
      <button type="button" onClick={() => router.push(editPath(item))}>
        Edit
      </button>
      <button
        ref={returnFocus}
        type="button"
        onClick={() => changeUnsent(userId, item.key, { is: "closed" })}
      >
        Discard
      </button>
    </p>
  );
}
