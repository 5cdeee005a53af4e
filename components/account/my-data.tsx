import { RECENT_SIGN_IN_MINUTES } from "@/lib/core/rights";
import { DownloadLink } from "@/components/ui/download-link";
import { Section } from "@/components/ui/section";
import { DeleteAccount, type DeleteAccountProps } from "./delete-account";
import { SignInAgain } from "./sign-in-again";

export type MyDataProps = DeleteAccountProps & {
  /** The viewer has signed in within the last minutes. */
  recent: boolean;
};

/** Downloads of the viewer's data, and the deletion of the account: for someone who has just signed in. */
export function MyData({ recent, ...deletion }: MyDataProps) {
  return (
    <Section id="my-data-heading" heading="Your data" className="gap-4">
      {recent ? (
        <>
          <div className="-mx-4 flex flex-wrap gap-x-2">
            <DownloadLink href="/api/account/export">Download my data (JSON)</DownloadLink>
            <DownloadLink href="/api/account/expenses.csv">My expenses (CSV)</DownloadLink>
          </div>
          <DeleteAccount {...deletion} />
        </>
      ) : (
        <>
          <p className="text-muted">
            {`To download your data or delete your account, sign in again. You then have ${RECENT_SIGN_IN_MINUTES} minutes.`}
          </p>
          <SignInAgain>Sign in again</SignInAgain>
        </>
      )}
    </Section>
  );
}
