"use client";

import { useEffect, useRef, useState, type FormEvent } from "react";
import { ApiError, GENERIC_MESSAGE, newIdempotencyKey } from "@/lib/api-client";
import { useCurrentUser } from "@/components/current-user";
import { checkForm, type FormProblem, type FormRules } from "./check-form";
import { saveReturnPath, type Attempt } from "./form-draft";
import { useDraft } from "./use-draft";

/** Answer of `send`: "leaving" keeps the form busy, since another screen is on its way. */
export type Sent = "leaving" | void;

export type FormSubmitOptions<Values extends Record<string, unknown>> = {
  /** Checked before anything is sent. */
  rules: FormRules<Values>;
  /** What is in the form now. */
  values: Values;
  /** The fields that show their problem beside them; any other problem is the form's (FormNotice). */
  fields: readonly (keyof Values & string)[];
  /**
   * Makes the calls. `idempotencyKey` stays the same while the same content is tried again, so that a retry
   * on a bad line creates nothing twice.
   */
  send: (idempotencyKey: string) => Promise<Sent>;
  /** Puts back what was typed here before and not saved; called after the form is there, and when it is discarded. */
  restore: (values: Values) => void;
};

type Blame = { problem: FormProblem | null; content: string | undefined };

/**
 * The life of a form: check, send, say what went wrong and keep what was typed. A field's problem goes once its
 * value changes, the form's own stays until it is sent again.
 * Put `onSubmit` on the <form>, `errorOf(field)` on the fields, FormNotice before the buttons.
 */
export function useFormSubmit<Values extends Record<string, unknown>>(options: FormSubmitOptions<Values>) {
  const { rules, values, fields, send, restore } = options;
  const user = useCurrentUser();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  // The problem in sight, and what the field at fault held when it came up.
  const [blamed, setBlamed] = useState<Blame>({ problem: null, content: undefined });
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const attempt = useRef<Attempt | null>(null);
  const formElement = useRef<HTMLFormElement | null>(null);

  const draft = useDraft({ values, attemptRef: attempt, restore });

  useEffect(() => {
    // The person is led to the field at fault; the form's own problem is announced by FormNotice.
    if (problem?.field) formElement.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);

  async function submit() {
    if (sending.current) return;
    sending.current = true;
    let sent: Sent = undefined;
    try {
      const found = checkForm(rules, values);
      setProblem(found);
      if (!found) {
        setBusy(true);
        const key = keyFor(values);
        draft.keepAttempt();
        sent = await send(key);
        attempt.current = null;
        draft.finish(sent === "leaving");
      }
    } catch (error) {
      setProblem(problemOf(error));
      if (error instanceof ApiError && error.sessionExpired) saveReturnPath(user.id, location.pathname);
    }
    sending.current = sent === "leaving";
    setBusy(sent === "leaving");
  }

  function keyFor(body: Values): string {
    const content = JSON.stringify(body);
    if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    return attempt.current.key;
  }

  const ownField = problem?.field && fields.includes(problem.field) ? problem.field : null;
  // By content: values such as lists of people are made anew on every render.
  const content = ownField === null ? undefined : JSON.stringify(values[ownField]);
  if (blamed.problem !== problem) setBlamed({ problem, content });
  // A message about what is no longer in the field is not true any more.
  else if (blamed.content !== content) setProblem(null);

  return {
    busy,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      formElement.current = event.currentTarget;
      void submit();
    },
    /** The problem of one field, to stand beside it until the field is changed. */
    errorOf: (field: keyof Values & string): string | undefined =>
      ownField === field ? problem?.message : undefined,
    /** The problem of the form as a whole. */
    formProblem: ownField === null ? problem : null,
    /** Takes the message away, e.g. once the newer version was loaded. */
    clearProblem: () => setProblem(null),
  };
}

function problemOf(error: unknown): FormProblem {
  if (!(error instanceof ApiError)) {
    // A defect of the form's own code must not vanish behind a friendly sentence.
    console.error(error);
    return { field: null, message: GENERIC_MESSAGE };
  }
  const field = Object.keys(error.fieldErrors)[0] ?? null;
  return {
    field,
    message: (field && error.fieldError(field)) || error.message,
    sessionExpired: error.sessionExpired,
  };
}
