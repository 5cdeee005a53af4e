import { clsx } from "clsx";
import { useId, type ComponentProps, type ReactNode } from "react";
import { Icon } from "./icon";
import { Sentence } from "./bdi";

/** The props that Field passes to its control. */
type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: string;
  /** A help text below the label. */
  hint?: ReactNode;
  /** Characters used and allowed. The field shows how many are left near the limit. */
  count?: { used: number; max: number } | undefined;
  /** The user-facing error, announced when it appears. */
  error?: string | null | undefined;
  /** It has the problem that another field shows. */
  invalid?: boolean | undefined;
  /** Visually hides the label, for search boxes with a placeholder. */
  hideLabel?: boolean | undefined;
  /** The control's id; default: a generated one. */
  id?: string | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

/** Connects label, hint, and error with a control for screen readers. */
export function Field(props: FieldProps) {
  const { label, hint, count, error, invalid, hideLabel = false, id, className, children } = props;
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");

  return (
    <div className={clsx("flex flex-col gap-2", className)}>
      <div className={clsx("flex flex-col", hideLabel && "sr-only")}>
        <label htmlFor={controlId} className="font-bold">
          {label}
        </label>
        {hint ? (
          <span id={hintId} className="text-sm text-muted">
            {hint}
          </span>
        ) : null}
      </div>
      {children({
        id: controlId,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error || invalid ? true : undefined,
      })}
      {count && count.used >= count.max - COUNTED ? (
        <p role="status" className="text-sm text-muted">
          {`${count.used} of ${count.max} characters`}
        </p>
      ) : null}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}

/** The remaining characters at which the counter appears. */
const COUNTED = 10;

/** The error of a field or of a group of controls, announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} role="alert" className="flex animate-rise items-start gap-2 text-sm font-semibold text-danger">
      <Icon className="icon-circle-alert mt-0.5 size-4" />
      <span>
        <Sentence>{children}</Sentence>
      </span>
    </p>
  );
}

/** A one-line text control, whose text has its own direction. Use it inside Field, or use TextField for both. */
export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} dir="auto" className={clsx("control", className)} {...rest} />;
}

/** A multi-line text control. Use it inside Field. */
export function Textarea({ rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} dir="auto" className="control resize-y" {...rest} />;
}

type FieldParts = Pick<FieldProps, "label" | "hint" | "error" | "invalid">;

export type TextFieldProps = FieldParts & Omit<ComponentProps<"input">, "children">;

/** A Field with an Input, for most cases, including dates (`type="date"`). */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, invalid, id, className, ...rest } = props;
  const { value, maxLength } = rest;
  const count = maxLength && typeof value === "string" ? { used: value.length, max: maxLength } : undefined;
  const field = { label, hint, count, error, invalid, id, className };
  return <Field {...field}>{(control) => <Input {...rest} {...control} />}</Field>;
}
