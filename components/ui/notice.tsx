import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Icon } from "./icon";

export type NoticeTone = "info" | "success" | "warning" | "error";

const looks: Record<NoticeTone, { icon: string; box: string; mark: string }> = {
  info: { icon: "icon-info", box: "bg-brand-soft text-ink", mark: "text-brand" },
  success: { icon: "icon-circle-check", box: "bg-owed-soft text-ink", mark: "text-owed" },
  warning: { icon: "icon-triangle-alert", box: "bg-sun-soft text-on-sun", mark: "text-on-sun" },
  error: { icon: "icon-circle-alert", box: "bg-danger-soft text-danger", mark: "text-danger" },
};

export type NoticeProps = {
  tone?: NoticeTone | undefined;
  title?: string | undefined;
  children?: ReactNode;
  /** A button or link below the text. */
  action?: ReactNode;
  /** How it is announced when it appears; default: errors as alert, others not at all. */
  role?: "alert" | "status" | undefined;
  className?: string | undefined;
};

/** An inline message: a form's error, a warning, a hint. */
export function Notice({ tone = "info", title, children, action, role, className }: NoticeProps) {
  const { icon, box, mark } = looks[tone];
  return (
    <div
      role={role ?? (tone === "error" ? "alert" : undefined)}
      className={clsx("flex items-start gap-3 rounded-field px-4 py-3", box, className)}
    >
      <Icon className={clsx("mt-0.5 size-5", icon, mark)} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <div>
          {title ? <p className="font-bold">{title}</p> : null}
          {children ? <div className={clsx(tone === "error" && "font-semibold")}>{children}</div> : null}
        </div>
        {action}
      </div>
    </div>
  );
}
