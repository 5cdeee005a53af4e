import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Icon } from "./icon";

const icons = {
  info: "icon-info",
  success: "icon-circle-check",
  warning: "icon-triangle-alert",
  error: "icon-circle-alert",
} as const;

export type NoticeProps = {
  tone?: keyof typeof icons | undefined;
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
  return (
    <div
      role={role ?? (tone === "error" ? "alert" : undefined)}
      className={clsx("notice", `notice-${tone}`, className)}
    >
      <Icon className={icons[tone]} />
      <div>
        <div>
          {title ? <p>{title}</p> : null}
          {children ? <div>{children}</div> : null}
        </div>
        {action}
      </div>
    </div>
  );
}
