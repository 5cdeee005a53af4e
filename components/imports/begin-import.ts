import { call } from "@/lib/client/call";
import type { KeyOf } from "@/components/forms/use-attempt";
import type { Group } from "@/lib/contract/groups";
import type { ImportOfFile } from "@/lib/contract/imports";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { MAX_GUEST_NAME } from "@/lib/core/people";
import { shorten, toLine } from "@/lib/core/text/text";
import { toImportBody, type ImportChoices } from "./import-body";
import type { Candidate } from "./match-people";

/** What the user has chosen. `groupId`: null for a new group with these values. */
export type ImportPlan = {
  groupId: string | null;
  group: { title: string; icon: string };
  choices: ImportChoices;
  candidates: readonly Candidate[];
};

type Progress = {
  keyOf: KeyOf;
  /** Aborts the import: nothing more is sent. */
  signal: AbortSignal;
  /** The new group, if an earlier attempt created it. */
  created: Group | undefined;
  onCreated: (group: Group) => void;
};

/**
 * Creates the group, if it is new, and begins the import.
 * @throws ApiError; the signal's reason if it was aborted
 */
export async function beginImport(
  file: ImportFile,
  plan: ImportPlan,
  { keyOf, signal, created, onCreated }: Progress,
): Promise<ImportOfFile> {
  const begin = (groupId: string, { choices, candidates }: Pick<ImportPlan, "choices" | "candidates">) => {
    const body = toImportBody(file, groupId, choices, candidates);
    return call("POST /api/imports", { body, idempotencyKey: keyOf(body) });
  };
  if (plan.groupId !== null) return begin(plan.groupId, plan);

  const members = plan.candidates.filter(({ is }) => is !== "friend");
  const isGuest = (position: number) => !members.some(({ _id }) => _id === plan.choices.who[position]);
  // A group needs a second person. The import adds the others.
  const first = file.people.find((_, position) => isGuest(position));
  const body = { ...plan.group, members: [], guests: first ? [nameOf(first)] : [] };
  const group = created ?? (await call("POST /api/groups", { body, idempotencyKey: keyOf(body) }));
  onCreated(group);
  signal.throwIfAborted();

  const guest = group.members.find((member) => member.guest);
  const position = file.people.findIndex((person, at) => isGuest(at) && nameOf(person) === guest?.name);
  return begin(group._id, {
    choices: { ...plan.choices, who: plan.choices.who.map((id, at) => (at === position ? guest!._id : id)) },
    candidates: guest ? [...plan.candidates, { ...guest, is: "member" }] : plan.candidates,
  });
}

/** The name of a guest. */
const nameOf = ({ name }: { name: string }) => shorten(toLine(name), MAX_GUEST_NAME);
