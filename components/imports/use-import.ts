"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError, call, serverMessage } from "@/lib/client/call";
import type { ImportOfFile } from "@/lib/contract/imports";
import type { ImportFile, RefusedRow } from "@/lib/core/imports/import-file";
import type { FormProblem } from "@/components/forms/check-form";
import { useAttempt, type KeyOf } from "@/components/forms/use-attempt";
import { toast } from "@/components/ui/toast";
import { patiently, sendRows, type Sent, type Waiting } from "./send-rows";

export type ImportState =
  | { is: "ready"; problem: FormProblem | null }
  /** The group and the import are being created. */
  | { is: "starting" }
  /** `rows`: sent so far. */
  | { is: "sending"; groupId: string; rows: number; waiting: Waiting | null }
  | { is: "stopped"; groupId: string; rows: number; problem: FormProblem }
  /** `refused`: by the server. */
  | { is: "done"; result: ImportOfFile; refused: readonly RefusedRow[] };

/** Begins an import, or returns the one to continue. @param signal aborts it: nothing more is sent */
export type Begin = (keyOf: KeyOf, signal: AbortSignal) => Promise<ImportOfFile>;

/** Imports a file: begins the import, sends the rows, and marks it done. It stops when the user leaves the screen. */
export function useImport(file: ImportFile) {
  const [state, setState] = useState<ImportState>({ is: "ready", problem: null });
  const begun = useRef<ImportOfFile>(undefined);
  const sent = useRef<Sent>({ rows: 0, refused: [] });
  const { keyOf } = useAttempt();
  const running = useRef<AbortController>(undefined);

  useEffect(
    () => () => {
      if (!running.current) return;
      running.current.abort();
      if (begun.current) toast.info("The import has stopped. To continue it, choose the same file again.");
    },
    [],
  );

  const sending = state.is === "starting" || state.is === "sending";
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [sending]);

  async function run(begin: Begin) {
    const ended = (running.current = new AbortController());
    let waiting: Waiting | null = null;
    const show = (next: ImportState) => {
      if (!ended.signal.aborted) setState(next);
    };
    try {
      if (!begun.current) show({ is: "starting" });
      const { _id, groupId } = (begun.current ??= await begin(keyOf, ended.signal));
      const progress = () => show({ is: "sending", groupId, rows: sent.current.rows, waiting });
      progress();
      const patience = {
        signal: ended.signal,
        onWaiting: (now: Waiting | null) => {
          if (now === waiting) return;
          waiting = now;
          progress();
        },
      };
      const onSent = (now: Sent) => {
        sent.current = now;
        progress();
      };
      const { refused } = await sendRows(_id, file.rows, sent.current, onSent, patience);
      const end = () => call("PUT /api/imports/{importId}/done", { params: { importId: _id } });
      show({ is: "done", result: await patiently(end, patience), refused });
    } catch (error) {
      if (!(error instanceof ApiError) && !ended.signal.aborted) console.error(error);
      const message = serverMessage(error);
      const sessionExpired = error instanceof ApiError && error.sessionExpired;
      const problem = { field: null, message, sessionExpired };
      show(
        begun.current
          ? { is: "stopped", groupId: begun.current.groupId, rows: sent.current.rows, problem }
          : { is: "ready", problem },
      );
    }
    if (running.current === ended) running.current = undefined;
  }

  return {
    state,
    start: (begin: Begin) => void run(begin),
    /** Sends the rest of an import that stopped. */
    goOn: () => void run(async () => begun.current!),
  };
}
