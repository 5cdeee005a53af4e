import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

export type DisclosureRowProps = {
  /** A picture or icon at the start. */
  leading: ReactNode;
  label: ReactNode;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** The content that it opens. */
  children: ReactNode;
};

/** A quiet row that opens rarely used fields. */
export function DisclosureRow({ leading, label, open, onToggle, children }: DisclosureRowProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onToggle(!open)}
        className="disclosure-row"
      >
        {leading}
        <span className="min-w-0 flex-1">{label}</span>
        <Icon className={clsx("icon-chevron-down size-5 text-muted", open && "rotate-180")} />
      </button>
      {open ? <div id={id}>{children}</div> : null}
    </div>
  );
}
