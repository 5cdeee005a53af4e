import { clsx } from "clsx";
import { useId, useRef, useState, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

export type DisclosureRowProps = {
  /** A picture or icon at the start. */
  leading: ReactNode;
  label: ReactNode;
  /** The error of the fields that it opens. The row stays open while it is corrected. */
  error: string | undefined;
  /** Tapping a radio button closes it. Arrow keys choose one after another, and leave it open. */
  closesOnChoice?: boolean;
  startsOpen?: boolean;
  /** The content that it opens. */
  children: ReactNode;
};

/** A quiet row that opens rarely used fields. */
export function DisclosureRow(props: DisclosureRowProps) {
  const { leading, label, error, closesOnChoice, startsOpen = false, children } = props;
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const tapped = useRef(false);
  if (error && !open) setOpen(true);
  return (
    <div className="flex flex-col gap-3">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-invalid={error && true}
        onClick={() => setOpen(!open)}
        className="-mx-2 flex min-h-12 items-center [&>.icon:not(:last-child)]:mx-1 gap-3 rounded-field px-2 py-1 text-left font-semibold transition-colors duration-150 hover:bg-well"
      >
        {leading}
        <span className="min-w-0 flex-1 [&_small]:text-base [&_small]:font-normal [&_small]:text-muted">
          {label}
        </span>
        <Icon className={clsx("icon-chevron-down size-5 text-muted", open && "rotate-180")} />
      </button>
      {open ? (
        <div
          id={id}
          // It only listens to what is inside.
          role="presentation"
          onPointerDown={() => (tapped.current = true)}
          onKeyDown={() => (tapped.current = false)}
          onChange={({ target }) => {
            if (!closesOnChoice || !tapped.current || (target as HTMLInputElement).type !== "radio") return;
            setOpen(false);
            button.current?.focus();
          }}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}
