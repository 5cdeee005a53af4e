import { useId, useState } from "react";
import { call, isOutdated, newIdempotencyKey, serverMessage } from "@/lib/client/call";
import { useCall } from "@/lib/client/use-call";
import type { Group } from "@/lib/contract/groups";
import type { Preset, UsualSplits } from "@/lib/contract/usual-split";
import { LAST, LAST_NAME, MAX_PRESETS } from "@/lib/core/usual-split";
import { isolate } from "@/lib/core/text/isolate";
import { shortNames } from "@/components/people/short-names";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { focusOnce } from "@/components/ui/focus-once";
import { IconButton } from "@/components/ui/icon-button";
import { List, ListRow } from "@/components/ui/list";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Radio } from "@/components/ui/radio";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { PresetForm } from "./preset-form";
import { leftText } from "./usual-split-row";

export type PresetListProps = {
  group: Pick<Group, "_id" | "members" | "pair">;
  /** The event whose own presets these are; undefined: the group's. */
  eventId?: string;
};

type Change = Pick<UsualSplits, "default" | "presets">;

/** The presets of a group or event: chooses the default, and adds, changes, and deletes them. */
export function PresetList({ group, eventId }: PresetListProps) {
  const name = useId();
  const headingId = useId();
  const ofGroup = useCall(
    "GET /api/groups/{groupId}/splits",
    eventId ? null : { params: { groupId: group._id } },
  );
  const ofEvent = useCall("GET /api/events/{eventId}/splits", eventId ? { params: { eventId } } : null);
  const { data, error, isValidating, mutate } = eventId ? ofEvent : ofGroup;
  const [editing, setEditing] = useState<Preset | "new" | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  if (!data) {
    if (error) return <LoadFailed busy={isValidating} onRetry={() => void mutate()} />;
    return <Skeleton className="h-48 rounded-card" />;
  }
  const { presets } = data;

  /** @returns whether it was saved */
  async function save({ default: chosen, presets }: Change, rev = data?.rev): Promise<UsualSplits | null> {
    setBusy(true);
    setProblem(null);
    const sent = presets.map((one) => ({ ...one, splitWith: one.splitWith.map(({ _id }) => _id) }));
    const input = { body: { default: chosen, presets: sent, rev }, idempotencyKey: newIdempotencyKey() };
    try {
      const saved = eventId
        ? call("PUT /api/events/{eventId}/splits", { params: { eventId }, ...input })
        : call("PUT /api/groups/{groupId}/splits", { params: { groupId: group._id }, ...input });
      // Shows the choice at once.
      await mutate(saved, { optimisticData: { ...data!, default: chosen }, revalidate: false });
      return await saved;
    } catch (failed) {
      setProblem(serverMessage(failed));
      if (isOutdated(failed)) void mutate();
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function keep(preset: Preset) {
    const isNew = !presets.some(({ _id }) => _id === preset._id);
    const all = isNew ? [...presets, preset] : presets.map((one) => (one._id === preset._id ? preset : one));
    // The first preset becomes the default.
    const chosen = all.length === 1 ? (data!.default ?? preset._id) : data!.default;
    if (await save({ default: chosen, presets: all })) setEditing(null);
  }

  async function remove(preset: Preset) {
    const rest = presets.filter((one) => one !== preset);
    const chosen = data!.default === preset._id ? null : data!.default;
    const before: Change = data!;
    const saved = await save({ default: chosen, presets: rest });
    if (!saved) return;
    const undo = () => void save(before, saved.rev);
    toast.success("Preset deleted", { action: { label: "Undo", onClick: undo } });
  }

  const here = new Set(group.members.map(({ _id }) => _id));
  const choose = (chosen: string | null) => void save({ default: chosen, presets: [...presets] });
  const row = (id: string | null, label: string) => ({
    title: (
      <Radio
        name={name}
        aria-label={label}
        checked={data.default === id}
        disabled={busy}
        onChange={() => choose(id)}
      >
        <Bdi className="min-w-0 flex-1 basis-24 wrap-anywhere">{label}</Bdi>
      </Radio>
    ),
  });

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      {/* The button that was pressed has disappeared. */}
      <h2 id={headingId} ref={focusOnce} className="font-bold">
        Usually split
      </h2>
      <p className="text-sm text-muted">
        {eventId
          ? "New expenses in this event start with this split instead of the group's."
          : group.pair
            ? "New expenses between the two of you start with this split."
            : "New expenses in the group start with this split. An event can have its own."}
      </p>
      <List aria-label="Presets" className="[&_.row-detail]:ps-12">
        <ListRow {...row(null, eventId ? "Same as the group" : "Equal")} />
        <ListRow {...row(LAST, LAST_NAME)} detail="For the new expense's category" />
        {presets.map((preset) => {
          const left = preset.splitWith.filter(({ _id }) => !here.has(_id));
          return (
            <ListRow
              key={preset._id}
              {...row(preset._id, preset.name)}
              detail={
                <>
                  <Sentence>{inWords(preset)}</Sentence>
                  {left.length > 0 ? (
                    <span className="block font-semibold">
                      <Sentence>{`${leftText(left.map((one) => isolate(one.name)))}, so this split is not used.`}</Sentence>
                    </span>
                  ) : null}
                </>
              }
              trailing={
                <>
                  <IconButton
                    icon="icon-pencil"
                    aria-label={`Edit ${preset.name}`}
                    disabled={busy}
                    onClick={() => setEditing(preset)}
                  />
                  <IconButton
                    data-write
                    icon="icon-trash"
                    tone="danger"
                    aria-label={`Delete ${preset.name}`}
                    disabled={busy}
                    onClick={() => void remove(preset)}
                  />
                </>
              }
            />
          );
        })}
      </List>
      {problem ? (
        <Notice tone="error">
          <Sentence>{problem}</Sentence>
        </Notice>
      ) : null}
      {editing ? (
        <PresetForm
          key={editing === "new" ? "" : editing._id}
          members={group.members}
          preset={editing === "new" ? undefined : editing}
          busy={busy}
          onSave={(preset) => void keep(preset)}
          onCancel={() => setEditing(null)}
        />
      ) : presets.length < MAX_PRESETS ? (
        <Button variant="secondary" icon="icon-plus" className="self-start" onClick={() => setEditing("new")}>
          Add a preset
        </Button>
      ) : null}
    </section>
  );
}

/** "Ana 40%, Ben 60%" */
function inWords({ split, splitWith }: Preset): string {
  if (splitWith.length === 0) return "Equally among all members";
  const shortName = shortNames(splitWith);
  const nameOf = (id: string) => isolate(shortName(id));
  if (split.mode === "equal") return `Equally: ${splitWith.map(({ _id }) => nameOf(_id)).join(", ")}`;
  const unit = split.mode === "percent" ? "%" : "×";
  return split.values.map(({ user, value }) => `${nameOf(user)} ${value}${unit}`).join(", ");
}
