import { createContext } from "react";
import { ApiError, send } from "./call";
import type { CallName } from "./calls";

/** What is known of a call that reads: its latest answer, and why the latest request failed. */
export type Answer<Data> = { data?: Data; error?: unknown };

export const UNKNOWN: Answer<never> = {};

/**
 * Creates the browser's answers of calls that read what the server has not rendered, by path. Components that show the
 * same call share its answer, and a component that comes back shows the latest one until the next arrives.
 */
export function newAnswers() {
  const answers = new Map<string, Answer<unknown>>();
  const requests = new Map<string, Promise<unknown>>();
  const listeners = new Map<string, Set<() => void>>();

  /** Shows an answer. Those to earlier requests are ignored from now on. */
  function keep(path: string, answer: Answer<unknown>): void {
    requests.delete(path);
    answers.set(path, answer);
    listeners.get(path)?.forEach((listener) => listener());
  }

  /** Makes the call again. @returns false if that failed */
  async function load(path: string): Promise<boolean> {
    const request = send(`GET ${path}` as CallName);
    requests.set(path, request);
    const answer: Answer<unknown> = await request.then(
      ({ json }) => ({ data: json }),
      (error: unknown) => {
        // A missing connection or session has its own banner (docs/rules.md#screens).
        const isSaid = error instanceof ApiError && (error.code === "network" || error.sessionExpired);
        if (!isSaid) console.error(`${path} could not be loaded.`, error);
        return { ...answers.get(path), error };
      },
    );
    if (requests.get(path) === request) keep(path, answer);
    return !answer.error;
  }

  return {
    of: (path: string | null) => (path !== null && answers.get(path)) || UNKNOWN,
    keep,
    load,
    /** Makes the call again if a component shows its answer. */
    reload: (path: string) => void (listeners.get(path)?.size && load(path)),
    /** Makes the call, and reports its answers until the returned function is called. */
    subscribe(path: string, listener: () => void): () => void {
      const all = listeners.get(path) ?? new Set();
      listeners.set(path, all.add(listener));
      void load(path);
      return () => void all.delete(listener);
    },
  };
}

export type Answers = ReturnType<typeof newAnswers>;

/** The answers that the current user got. */
export const AnswersContext = createContext(newAnswers());
