"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState, type FormEvent } from "react";
import { ApiError, didNothing, isOutdated } from "@/lib/api-client";
import { GENERIC_MESSAGE } from "@/lib/core/generic-message";
import { useCurrentUser } from "@/components/session/current-user";
import { checkForm, type FormProblem, type FormRules } from "./check-form";
import { saveReturnPath } from "./form-draft";
import { leaveForm } from "./leave-form";
import { useDraft, type DraftOptions } from "./use-draft";

/** The result of `send`: the screen to leave the form for; none if it stays open. */
export type Sent = Route | void;

type Fields = Record<string, unknown>;

export type FormSubmitOptions<Values extends Fields, Entered extends Fields, Body> = {
  /** Checked before anything is sent. */
  rules: FormRules<Values>;
  /** The values to check. */
  values: Values;
  /** What the user enters: the fields of a draft. */
  entered: Entered;
  /** The body of the request. */
  body: Body;
  /**
   * Fields that show their own problems; default: those with rules. Other problems are shown for the form as a whole
   * (FormNotice).
   */
  fields?: readonly (keyof Values & string)[];
  /** For values that are computed from a field of another name: the field that the user enters. */
  sources?: { [Field in keyof Values]?: keyof Entered };
  /**
   * Sends the form. Key and body stay the same while the same input is retried without an answer, so that nothing is
   * done twice.
   */
  send: (idempotencyKey: string, body: Body) => Promise<Sent>;
  /** Restores a draft. Called after mounting, and when the draft is discarded. */
  restore: (entered: Entered) => void;
  offer?: DraftOptions<Entered>["offer"];
};

type Blame = { problem: FormProblem | null; content: string | undefined };

/**
 * The lifecycle of a form: checks, sends, shows problems, and keeps the input. A field's problem disappears when the
 * user changes its value, the form's own when it is sent again. Put `props` on the <form>, `errorOf(field)` on the
 * fields, and FormNotice before the buttons.
 */
export function useFormSubmit<Values extends Fields, Entered extends Fields, Body>(
  options: FormSubmitOptions<Values, Entered, Body>,
) {
  const { rules, values, entered, body, sources, send, restore, offer } = options;
  const { fields = Object.keys(rules) } = options;
  const user = useCurrentUser();
  const router = useRouter();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  // The problem shown, and the value of its field at that time.
  const [blamed, setBlamed] = useState<Blame>({ problem: null, content: undefined });
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const formElement = useRef<HTMLFormElement | null>(null);
  const pressed = useRef<HTMLElement | null>(null);

  const draft = useDraft({ values: entered, restore, offer });

  useEffect(() => {
    // Moves the focus to the invalid field, or to the row that is opening it. FormNotice announces the form's own problem.
    const find = (selector: string) => formElement.current?.querySelector<HTMLElement>(selector);
    if (problem?.field) (find("[aria-invalid=true]") ?? find("[data-invalid]"))?.focus();
  }, [problem]);

  useEffect(() => {
    // The button that was pressed was disabled while busy, which drops the focus.
    if (!busy && document.activeElement === document.body) pressed.current?.focus();
  }, [busy]);

  async function submit() {
    if (sending.current) return;
    sending.current = true;
    let sent: Sent = undefined;
    let outdated = false;
    try {
      const found = checkForm(rules, values);
      setProblem(found);
      if (!found) {
        setBusy(true);
        const attempt = draft.attempt(body);
        sent = await send(attempt.key, attempt.body as Body);
        draft.finish(!!sent);
        if (sent) {
          if (formElement.current?.isConnected) leaveForm(router, sent);
          // The user has left the form already.
          else router.refresh();
        }
      }
    } catch (error) {
      setProblem(problemOf(error));
      if (error instanceof ApiError && error.sessionExpired) saveReturnPath(user.id);
      outdated = isOutdated(error);
      if (didNothing(error)) draft.answered(outdated);
    }
    sending.current = !!sent;
    // For example, someone selected has left the group: the refreshed form shows who can be selected. One transition, so
    // that the form is busy until then, and what was refused is not sent again.
    if (outdated) {
      startTransition(() => {
        router.refresh();
        setBusy(false);
      });
    }
    // Busy until the other screen has loaded.
    else setBusy(!!sent);
  }

  const ownField = problem?.field && fields.includes(problem.field) ? problem.field : null;
  // What the user entered: a refresh also changes values, such as people who are no longer members. Compares by
  // content, because lists are created anew on every render.
  const content =
    ownField === null
      ? undefined
      : JSON.stringify(entered[sources?.[ownField] ?? ownField] ?? values[ownField]);
  if (blamed.problem !== problem) setBlamed({ problem, content });
  // A message about a value that has changed is no longer true.
  else if (blamed.content !== content) setProblem(null);

  return {
    busy,
    /** The props of the <form>. */
    props: {
      // Until React is ready, pressing the button does nothing.
      method: "dialog",
      // Browsers would restore values that are older than the server's.
      autoComplete: "off",
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        formElement.current = event.currentTarget;
        pressed.current = document.activeElement as HTMLElement | null;
        void submit();
      },
    },
    /** The problem of one field, shown until the field changes. */
    errorOf: (field: keyof Values & string): string | undefined =>
      ownField === field ? problem?.message : undefined,
    /** The problem of the form as a whole. */
    formProblem: ownField === null ? problem : null,
    /** See {@link useDraft}. */
    rebase: draft.rebase,
    /** Clears the message, for example after the newer version was loaded. */
    clearProblem: () => setProblem(null),
  };
}

function problemOf(error: unknown): FormProblem {
  if (!(error instanceof ApiError)) {
    // An error in the form's own code must not be hidden by a user-facing message.
    console.error(error);
    return { field: null, message: GENERIC_MESSAGE };
  }
  const [field, messages] = Object.entries(error.fieldErrors)[0] ?? [null];
  return { field, message: messages?.[0] ?? error.message, sessionExpired: error.sessionExpired };
}
