import { Icon } from "@/components/ui/icon";

/** Links that download the group's history. */
export function GroupExport({ groupId }: { groupId: string }) {
  const link = "inline-flex min-h-11 items-center px-2 font-bold text-brand underline";
  return (
    <p className="flex flex-wrap items-center text-sm text-muted">
      <Icon className="mr-2 icon-download size-4" />
      Export
      <a
        href={`/api/groups/${groupId}/expenses.csv`}
        download
        aria-label="Export expenses as CSV"
        className={link}
      >
        CSV
      </a>
      <a
        href={`/api/groups/${groupId}/export`}
        download
        aria-label="Export everything as JSON"
        className={link}
      >
        JSON
      </a>
    </p>
  );
}
