import { Page } from "@/components/ui/page";
import { ImportFlow, type ImportFlowProps } from "./import-flow";

export type ImportScreenProps = Pick<ImportFlowProps, "groups" | "initialIcon" | "unfinished">;

/** Imports a file into a new group, or into one of the viewer's groups. */
export function ImportScreen(props: ImportScreenProps) {
  return (
    <Page title="Import" detail="Bring your group's history with you." backTo="/groups">
      <ImportFlow {...props} into={null} />
    </Page>
  );
}
