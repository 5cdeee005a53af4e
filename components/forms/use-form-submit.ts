"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ApiError, didNothing, isOutdated, isUnreached } from "@/lib/client/call";
import { GENERIC_MESSAGE } from "@/lib/core/text/generic-message";
import type { FormValues } from "@/components/offline/form-input";
import type { UnsentEntry } from "@/components/offline/unsent";
import { useCurrentUser } from "@/components/session/current-user";
import { asOf } from "@/components/session/kept-screens";
import { saveReturnPath } from "@/components/session/return-path";
import { checkForm, type FormProblem, type FormRules } from "./check-form";
import { leaveForm } from "./leave-form";
import { useDraft, type DraftOptions } from "./use-draft";
import { asksAboutUnadded } from "./use-unadded";

/** The result of `send`: the screen to leave the form for; none if it stays open. */
export type Sent = Route | void;

export type FormSubmitOptions<Values extends FormValues, Entered extends FormValues, Body> = {
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
  /** Asked before anything is sent; false: it is not sent. Must not reject. Not asked on a kept screen. */
  confirm?: (() => Promise<boolean>) | undefined;
  /**
   * Sends the form. Key and body stay the same while the same input is retried without a response, so that nothing is
   * done twice.
   */
  send: (idempotencyKey: string, body: Body) => Promise<Sent>;
  /** Restores a draft. Called after mounting, and when the draft is discarded. */
  restore: (entered: Entered) => void;
  version?: DraftOptions<Entered>["version"];
  offer?: DraftOptions<Entered>["offer"];
  /** Without a connection, what was entered is kept, to be sent later with `toBody(body)`. Then `onKept` is called. */
  offline?: (UnsentEntry & { toBody: (body: Body) => unknown; onKept: () => void }) | undefined;
};

/**
 * The lifecycle of a form: checks, sends, shows problems, and keeps the input. A field's problem disappears when the
 * user changes its value, the form's own when it is sent again. Put `props` on the <form>, `errorOf(field)` on the
 * fields, `marks(field)` on those that share a message, and FormNotice before the buttons.
 */
export function useFormSubmit<Values extends FormValues, Entered extends FormValues, Body>(
  options: FormSubmitOptions<Values, Entered, Body>,
) {
  const { rules, values, entered, body, sources, confirm, send, restore, version, offer, offline } = options;
  const { fields = Object.keys(rules) } = options;
  const user = useCurrentUser();
  const router = useRouter();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const formElement = useRef<HTMLFormElement | null>(null);
  const pressed = useRef<HTMLElement | null>(null);

  const draft = useDraft({ values: entered, restore, version, offer });

  useEffect(() => {
    // Moves the focus to the invalid field, or to the row that is opening it. FormNotice announces the form's own problem.
    const find = (selector: string) => formElement.current?.querySelector<HTMLElement>(selector);
    if (problem?.field && !problem.left) (find("[aria-invalid=true]") ?? find("[data-invalid]"))?.focus();
  }, [problem]);

  useEffect(() => {
    // The button that was pressed was disabled while busy, which drops the focus.
    if (!busy && document.activeElement === document.body) pressed.current?.focus();
  }, [busy]);

  async function submit(element: HTMLFormElement) {
    if (sending.current || asksAboutUnadded(element)) return;
    sending.current = true;
    let sent: Sent = undefined;
    try {
      const found = checkForm(rules, values);
      setProblem(found);
      if (!found) {
        setBusy(true);
        // On a kept screen, a request may wait for ever.
        if (!confirm || asOf() || (await confirm())) {
          const attempt = draft.attempt(body);
          if (!asOf() || !postponed()) {
            sent = await send(attempt.key, attempt.body as Body);
            draft.finish(!!sent);
            if (sent) {
              if (formElement.current?.isConnected) leaveForm(router, sent);
              // The user has left the form already.
              else router.refresh();
            }
          }
        }
      }
    } catch (error) {
      if (!isUnreached(error) || !postponed()) {
        setProblem(problemOf(error));
        if (error instanceof ApiError && error.sessionExpired) saveReturnPath(user.id);
        // For example, someone selected has left the group: the refreshed form shows who can be selected. Nobody waits for
        // it, because it may take long on a bad line.
        if (isOutdated(error)) router.refresh();
        if (didNothing(error))
          draft.answered(isOutdated(error), error instanceof ApiError && error.code === "conflict");
      }
    }
    // Busy until the other screen has loaded.
    sending.current = !!sent;
    setBusy(!!sent);
  }

  /** Keeps what was entered until there is a connection, if the form can. */
  function postponed(): boolean {
    if (!offline || !draft.postpone(offline, (sent) => offline.toBody(sent as Body))) return false;
    draft.finish(false);
    offline.onKept();
    return true;
  }

  const ownField = problem?.field && fields.includes(problem.field) ? problem.field : null;
  const blamedFields = ownField === null ? [] : [ownField, ...(problem?.also ?? [])];
  // What the user entered: a refresh also changes values, such as people who are no longer members. Compares by
  // content, because lists are created anew on every render.
  const contentOf = (field: string) => JSON.stringify(entered[sources?.[field] ?? field] ?? values[field]);
  const content = JSON.stringify(blamedFields.map(contentOf));
  const blamed = useRef({ problem, content });
  useEffect(() => {
    if (blamed.current.problem !== problem) blamed.current = { problem, content };
    // A message about a value that has changed is no longer true.
    else if (problem && blamed.current.content !== content)
      setProblem(withoutChanged(problem, blamed.current.content, content));
  }, [problem, content]);

  return {
    busy,
    /** The props of the <form>. */
    props: {
      // Until React is ready, pressing the button does nothing.
      method: "dialog",
      // Browsers would restore values that are older than the server's.
      autoComplete: "off",
      noValidate: true,
      // components/offline/disable-writes.ts disables others.
      "data-queued": offline ? "" : undefined,
      onInputCapture: draft.touch,
      onClickCapture: draft.touch,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        formElement.current = event.currentTarget;
        pressed.current = document.activeElement as HTMLElement | null;
        void submit(event.currentTarget);
      },
    },
    /** The problem of one field, shown until the field changes. */
    errorOf: (field: keyof Values & string): string | undefined =>
      ownField === field ? problem?.message : undefined,
    /** Marks a field without its own message: another field shows the same one. */
    marks: (field: keyof Values & string): true | undefined =>
      (ownField !== field && blamedFields.includes(field)) || undefined,
    /** The problem of the form as a whole. */
    formProblem: ownField === null ? problem : null,
    /** See {@link useDraft}. */
    rebase: draft.rebase,
    /** Clears the message, for example after the newer version was loaded. */
    clearProblem: () => setProblem(null),
  };
}

/** The problem of the fields that have not changed since, whose contents are JSON lists. */
function withoutChanged(problem: FormProblem, before: string, now: string): FormProblem | null {
  const contents: [string[], string[]] = [JSON.parse(before), JSON.parse(now)];
  const fields = [problem.field!, ...(problem.also ?? [])];
  const [field, ...also] = fields.filter((_, index) => contents[0][index] === contents[1][index]);
  return field === undefined ? null : { ...problem, field, also, left: true };
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
