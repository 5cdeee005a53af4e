import { Icon } from "./icon";

export type DownloadMenuProps = {
  /** `href`: of a file whose name the server provides. */
  files: readonly { href: string; title: string; detail: string }[];
};

/** A quiet "Download" that shows the files to choose from. Works without JavaScript. */
export function DownloadMenu({ files }: DownloadMenuProps) {
  return (
    <details className="members-only open:w-full">
      <summary className="quiet-link cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <Icon className="icon-download" />
        Download
        <Icon className="icon-chevron-right transition-transform duration-150 rtl:rotate-180 [[open]>*>&]:rotate-90" />
      </summary>
      <ul role="list" className="flex flex-col rounded-card bg-well p-2 sm:w-fit">
        {files.map(({ href, title, detail }) => (
          <li key={href}>
            <a
              href={href}
              download
              className="flex min-h-12 flex-col justify-center rounded-field px-3 py-1.5 hover:bg-surface"
            >
              <span className="font-bold">{title}</span> <span className="text-sm text-muted">{detail}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The two files of expenses and payments. @param path of the first one */
export const expenseFiles = (path: string): DownloadMenuProps["files"] => [
  { href: path, title: "Spreadsheet (CSV)", detail: "Expenses and payments with everyone's share" },
  {
    href: `${path}?format=splitwise`,
    title: "For other apps (CSV)",
    detail: "In Splitwise's format: paid minus share",
  },
];
