import { DownloadLink } from "@/components/ui/download-link";
import { groupKey } from "@/components/live-data/keys";

/** The group's history as files. */
export function GroupExport({ groupId }: { groupId: string }) {
  return (
    <div className="-mx-4 flex flex-wrap gap-x-2">
      <DownloadLink href={`${groupKey(groupId)}/expenses.csv`}>Export expenses (CSV)</DownloadLink>
      <DownloadLink href={`${groupKey(groupId)}/export`}>Export everything (JSON)</DownloadLink>
    </div>
  );
}
