import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { homeOf } from "@/lib/server/guarded-page";
import { groupView } from "@/lib/views/groups";
import { mayKeep } from "@/lib/views/guests";
import { groupPath } from "@/lib/paths";
import { Card } from "@/components/ui/card";
import { Page } from "@/components/ui/page";
import { Bdi } from "@/components/ui/bdi";
import { SignInForms } from "@/app/sign-in-forms";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Save with Google" };

/** Lets a guest sign in, so that an account keeps what they have in the group. */
export default withSkeleton<{ groupId: string }>(
  () => null,
  async ({ viewer, params: { groupId } }) => {
    if (!viewer.guest) redirect(homeOf(viewer));
    const [{ title }, may] = await Promise.all([groupView(viewer, groupId), mayKeep(viewer)]);
    return (
      <Page title="Save with Google" detail={<Bdi>{title}</Bdi>} backTo={groupPath(groupId)}>
        <Card className="flex flex-col gap-4">
          <p>
            You take part as <Bdi className="font-bold">{viewer.name}</Bdi> on this device only.{" "}
            {may
              ? "Sign in, and what you have in this group is yours on every device. You’ll see every balance before you confirm."
              : "You moved here with a link that was used before, which others may have, too. To keep what you have in this group, ask a member for a new link, sign in, and open it."}
          </p>
          <div className="flex flex-col items-center gap-4">
            <SignInForms {...(may && { claim: viewer.id })} />
          </div>
        </Card>
      </Page>
    );
  },
  { guests: true },
);
