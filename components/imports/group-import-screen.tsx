import type { ImportOfFile } from "@/lib/contract/imports";
import { pluralize } from "@/lib/core/text/pluralize";
import { groupPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { EarlierImports } from "./earlier-imports";
import { ImportFlow, type ImportFlowProps } from "./import-flow";
import type { ImportTarget } from "./import-target";

export type GroupImportScreenProps = Pick<ImportFlowProps, "friends"> & {
  target: ImportTarget;
  viewerId: string;
  /** The newest imports into the group. */
  imports: readonly ImportOfFile[];
  nextCursor: string | null;
};

/** Imports a file into a group, and lists what was imported before. */
export function GroupImportScreen({
  target,
  viewerId,
  friends,
  imports,
  nextCursor,
}: GroupImportScreenProps) {
  const unfinished = imports.filter(({ state, createdBy }) => state === "open" && createdBy._id === viewerId);
  return (
    <Page>
      <PageHeader title="Import" detail={<Bdi>{target.title}</Bdi>} backTo={groupPath(target._id)} />
      <ImportFlow target={target} groups={[]} friends={friends} initialIcon="" unfinished={unfinished}>
        {unfinished.length > 0 ? (
          <Notice
            tone="warning"
            title={`${pluralize(unfinished.length, "import is", "imports are")} not finished.`}
          >
            Choose the same file again to continue.
          </Notice>
        ) : null}
      </ImportFlow>
      <EarlierImports groupId={target._id} imports={imports} nextCursor={nextCursor} />
    </Page>
  );
}
