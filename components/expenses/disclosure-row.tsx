import { useId, useState, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

export type DisclosureRowProps = {
  /** A picture or icon at the start. */
  leading: ReactNode;
  label: ReactNode;
  /** The error of the fields that it opens. The row stays open while it is corrected. */
  error: string | undefined;
  /** The content that it opens. */
  children: ReactNode;
};

/** A quiet row that opens rarely used fields. */
export function DisclosureRow({ leading, label, error, children }: DisclosureRowProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (error && !open) setOpen(true);
  return (
    <div className="flex flex-col gap-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-invalid={error && true}
        onClick={() => setOpen(!open)}
        className="disclosure-row"
      >
        {leading}
        <span>{label}</span>
        <Icon className="icon-chevron-down" />
      </button>
      {open ? <div id={id}>{children}</div> : null}
    </div>
  );
}
