import { Download } from "lucide-react";
import { groupKey } from "@/components/live-data/keys";

/** The group's history as files: one quiet line. */
export function GroupExport({ groupId }: { groupId: string }) {
  const link = "inline-flex min-h-11 items-center px-2 font-bold text-brand underline";
  return (
    <p className="flex flex-wrap items-center text-sm text-muted">
      <Download aria-hidden className="mr-2 size-4" />
      Export
      <a
        href={`${groupKey(groupId)}/expenses.csv`}
        download
        aria-label="Export expenses (CSV)"
        className={link}
      >
        CSV
      </a>
      <a href={`${groupKey(groupId)}/export`} download aria-label="Export everything (JSON)" className={link}>
        JSON
      </a>
    </p>
  );
}
