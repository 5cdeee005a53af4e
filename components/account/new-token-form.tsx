"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import { useCall } from "@/lib/client/use-call";
import type { NewToken } from "@/lib/contract/account";
import { MAX_TOKEN_NAME, tokenRules } from "@/lib/contract/rules/account";
import { DEFAULT_TOKEN_DAYS, SCOPE_NAMES, TOKEN_SCOPES, type TokenScope } from "@/lib/core/tokens";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { Button } from "@/components/ui/button";
import { Choice, named } from "@/components/ui/choice";
import { TextField } from "@/components/ui/field";
import { keepFocus } from "@/components/ui/keep-focus";
import { LoadFailed } from "@/components/ui/load-failed";
import { Segmented } from "@/components/ui/segmented";

const SCOPES = TOKEN_SCOPES.map((value) => ({ value, label: SCOPE_NAMES[value] }));

type Values = { name: string; scope: TokenScope; groupId: string; days: string };

const EMPTY: Values = { name: "", scope: "read", groupId: "", days: String(DEFAULT_TOKEN_DAYS) };

/** The form that creates an API token. */
export function NewTokenForm({ onCreated }: { onCreated: (created: NewToken) => void }) {
  const [values, setValues] = useState(EMPTY);
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));
  const { data, error, isValidating, mutate } = useCall("GET /api/users/overview", {});
  const { name, scope, groupId, days } = values;
  const groups = data?.groups.map(({ _id, title }) => named(_id, title)) ?? [];
  // Of a restored draft. The select would show "All groups".
  if (data && groupId && !groups.some(({ value }) => value === groupId))
    groups.push({ value: groupId, label: "A group you're not in" });
  const form = useFormSubmit({
    rules: tokenRules,
    values,
    entered: values,
    body: { name, scope, ...(groupId && { groupId }), days: Number(days) },
    restore: setValues,
    // Without a key: a response that contains a secret is not kept for a repeated request.
    send: async (_key, body) => {
      onCreated(await call("POST /api/tokens", { body }));
      setValues(EMPTY);
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <TextField
        label="Name"
        hint="What it is for"
        maxLength={MAX_TOKEN_NAME}
        value={name}
        onChange={({ target }) => set({ name: target.value })}
        error={form.errorOf("name")}
      />
      <Segmented
        legend="Permissions"
        options={SCOPES}
        value={scope}
        onChange={(chosen) => set({ scope: chosen })}
      />
      {error && !data ? (
        <LoadFailed busy={isValidating} onRetry={() => void mutate()} ref={keepFocus} />
      ) : (
        <Choice
          label="Access to"
          none={data ? "All groups" : "Loading…"}
          disabled={!data}
          options={groups}
          value={groupId}
          onChange={({ target }) => set({ groupId: target.value })}
        />
      )}
      <TextField
        label="Days until it expires"
        inputMode="numeric"
        value={days}
        onChange={({ target }) => set({ days: target.value })}
        error={form.errorOf("days")}
      />
      <FormNotice problem={form.formProblem} />
      <Button
        type="submit"
        className="self-start"
        // All groups is the widest right: nobody gets it without having chosen it.
        disabled={!data}
        busy={form.busy}
        busyLabel="Creating…"
      >
        Create token
      </Button>
    </form>
  );
}
