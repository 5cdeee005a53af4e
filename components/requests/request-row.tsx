import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";

export type RequestRowProps = {
  leading: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** In the buttons' labels: "the friend request from Ana Silva". */
  what: string;
  busy: boolean;
  onAccept: () => void;
  onIgnore: () => void;
};

/** A request with an accept (check) and an ignore (x) button. */
export function RequestRow({ leading, title, detail, what, busy, onAccept, onIgnore }: RequestRowProps) {
  return (
    <ListRow
      leading={leading}
      title={title}
      detail={detail}
      trailing={
        <>
          <IconButton
            icon="icon-x"
            ref={keepFocus}
            data-action="ignore"
            aria-label={`Ignore ${what}`}
            disabled={busy}
            onClick={onIgnore}
          />
          <IconButton
            icon="icon-check"
            ref={keepFocus}
            data-action="accept"
            tone="brand"
            aria-label={`Accept ${what}`}
            busy={busy}
            onClick={onAccept}
          />
        </>
      }
    />
  );
}
