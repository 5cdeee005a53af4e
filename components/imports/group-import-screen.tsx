import type { ImportOfFile } from "@/lib/contract/imports";
import { groupPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { Page } from "@/components/ui/page";
import { EarlierImports } from "./earlier-imports";
import { ImportFlow } from "./import-flow";

export type GroupImportScreenProps = {
  group: { _id: string; title: string };
  viewerId: string;
  /** The newest imports into the group. */
  imports: readonly ImportOfFile[];
  nextCursor: string | null;
};

/** Imports a file into a group, and lists earlier imports. */
export function GroupImportScreen({ group, viewerId, imports, nextCursor }: GroupImportScreenProps) {
  const unfinished = imports.filter(({ state, createdBy }) => state === "open" && createdBy._id === viewerId);
  return (
    <Page title="Import" detail={<Bdi>{group.title}</Bdi>} backTo={groupPath(group._id)}>
      <ImportFlow into={group} groups={[]} initialIcon="" unfinished={unfinished} />
      <EarlierImports groupId={group._id} imports={imports} nextCursor={nextCursor} />
    </Page>
  );
}
