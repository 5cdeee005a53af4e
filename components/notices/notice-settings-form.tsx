"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import type { NoticeSettings } from "@/lib/contract/notices";
import { CHANNELS, NOTICE_KIND_LIST, NOTICE_KINDS, type Channel, type NoticeKind } from "@/lib/core/notices";
import type { Person } from "@/lib/contract/people";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Disclosure } from "@/components/ui/disclosure";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";

const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  push: "On devices where notifications are on",
  email: "By email",
};

export type NoticeSettingsFormProps = {
  settings: NoticeSettings;
  /** The groups and people that can be muted. */
  groups: readonly { _id: string; title: string }[];
  people: readonly Person[];
};

const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

function valuesOf({ push, email, mutedGroups, mutedPeople, quiet, hideAmounts }: NoticeSettings) {
  return {
    push,
    email,
    mutedGroups: mutedGroups.map(({ _id }) => _id),
    mutedPeople: mutedPeople.map(({ _id }) => _id),
    isQuiet: quiet !== null,
    from: quiet?.from ?? "22:00",
    until: quiet?.until ?? "07:00",
    hideAmounts,
  };
}

/** Which notices the viewer gets in each channel, quiet hours, and muted groups and people. */
export function NoticeSettingsForm({ settings, groups, people }: NoticeSettingsFormProps) {
  const [values, setValues] = useState(() => valuesOf(settings));
  const set = (change: Partial<typeof values>) => setValues((now) => ({ ...now, ...change }));
  const { isQuiet, from, until, ...chosen } = values;
  const channels = CHANNELS.filter((channel) => settings.channels[channel]);
  const form = useFormSubmit({
    rules: {},
    values: {},
    entered: values,
    body: { ...chosen, quiet: isQuiet ? { from, until } : null },
    restore: setValues,
    send: async (_key, body) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      setValues(valuesOf(await call("PUT /api/users/notice-settings", { body: { ...body, timeZone } })));
      toast.success("Settings saved.");
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      {settings.emailStopped ? (
        <Notice tone="warning">
          Your mail server rejected our last email, so emails are off. To get them again, choose them below
          and save.
        </Notice>
      ) : null}
      {channels.map((channel) => (
        <fieldset key={channel} className="min-w-0">
          <legend className="mb-2 font-bold">{CHANNEL_NAMES[channel]}</legend>
          <Card className="flex flex-col px-[min(1rem,2vw)] py-1">
            {NOTICE_KIND_LIST.map((kind: NoticeKind) => (
              <Checkbox
                key={kind}
                label={NOTICE_KINDS[kind]}
                checked={values[channel].includes(kind)}
                onChange={() => set({ [channel]: toggled(values[channel], kind) })}
              />
            ))}
          </Card>
        </fieldset>
      ))}
      {channels.length > 0 ? (
        <Card className="flex flex-col gap-2 px-[min(1rem,2vw)] py-1">
          <Checkbox
            label="Hide amounts on lock screens and in emails"
            checked={values.hideAmounts}
            onChange={() => set({ hideAmounts: !values.hideAmounts })}
          />
          <Checkbox label="Quiet hours" checked={isQuiet} onChange={() => set({ isQuiet: !isQuiet })} />
          {isQuiet ? (
            <div className="grid grid-cols-2 gap-4 px-2 pb-3">
              <TextField
                label="From"
                type="time"
                required
                value={from}
                onChange={({ target }) => set({ from: target.value })}
              />
              <TextField
                label="Until"
                type="time"
                required
                value={until}
                onChange={({ target }) => set({ until: target.value })}
              />
            </div>
          ) : null}
        </Card>
      ) : null}
      <Mutes
        heading="Mute groups"
        items={groups.map(({ _id, title }) => ({ _id, name: title }))}
        muted={values.mutedGroups}
        onChange={(mutedGroups) => set({ mutedGroups })}
      />
      <Mutes
        heading="Mute people"
        items={people}
        muted={values.mutedPeople}
        onChange={(mutedPeople) => set({ mutedPeople })}
      />
      <FormNotice problem={form.formProblem} />
      <Button type="submit" className="self-start" busy={form.busy} busyLabel="Saving…">
        Save
      </Button>
    </form>
  );
}

type MutesProps = {
  heading: string;
  items: readonly { _id: string; name: string }[];
  muted: readonly string[];
  onChange: (muted: string[]) => void;
};

/** The groups or people about whom the viewer gets no notices, not even in the list. */
function Mutes({ heading, items, muted, onChange }: MutesProps) {
  if (items.length === 0) return null;
  return (
    <Disclosure name={heading} summary={muted.length > 0 ? `${heading} (${muted.length})` : heading}>
      <p className="text-muted">You won’t get notifications about them. Their activity is still listed.</p>
      {items.map(({ _id, name }) => (
        <Checkbox
          key={_id}
          label={<Bdi>{name}</Bdi>}
          checked={muted.includes(_id)}
          onChange={() => onChange(toggled(muted, _id))}
        />
      ))}
    </Disclosure>
  );
}
