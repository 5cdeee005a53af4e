import { DownloadLink } from "@/components/ui/download-link";
import { SectionHeading } from "@/components/ui/section-heading";
import { DeleteAccount, type DeleteAccountProps } from "./delete-account";

/** Downloads of the viewer's data, and the deletion of the account. */
export function MyData(props: DeleteAccountProps) {
  return (
    <section aria-labelledby="my-data-heading" className="flex flex-col gap-4">
      <SectionHeading id="my-data-heading">Your data</SectionHeading>
      <div className="-mx-4 flex flex-wrap gap-x-2">
        <DownloadLink href="/api/account/export">Download my data (JSON)</DownloadLink>
        <DownloadLink href="/api/account/expenses.csv">My expenses (CSV)</DownloadLink>
      </div>
      <DeleteAccount {...props} />
    </section>
  );
}
