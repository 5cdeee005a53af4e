import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Sentence } from "./bdi";
import { Icon } from "./icon";

const tones = {
  info: { icon: "icon-info", look: "bg-brand-soft text-ink [&>.icon]:text-brand" },
  success: { icon: "icon-circle-check", look: "bg-owed-soft text-ink [&>.icon]:text-owed" },
  warning: { icon: "icon-triangle-alert", look: "bg-sun-soft text-on-sun" },
  error: { icon: "icon-circle-alert", look: "bg-danger-soft text-danger [&>div>div>div]:font-semibold" },
} as const;

export type NoticeProps = {
  tone?: keyof typeof tones | undefined;
  /** Names in it are isolated (lib/core/text/isolate.ts). */
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
  const { icon, look } = tones[tone];
  return (
    <div role={role ?? (tone === "error" ? "alert" : undefined)} className={clsx("notice", look, className)}>
      <Icon className={icon} />
      <div>
        <div>
          {title ? (
            <p>
              <Sentence>{title}</Sentence>
            </p>
          ) : null}
          {children ? <div>{children}</div> : null}
        </div>
        {action}
      </div>
    </div>
  );
}
