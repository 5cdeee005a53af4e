import type { Metadata } from "next";
import { loadCreateGroupPage } from "@/lib/views/groups";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { CreateGroupForm } from "@/components/groups/create-group-form";
import { randomIcon } from "@/components/groups/random-icon";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Create Group" };

export default withSkeleton(
  () => <FormSkeleton />,
  async ({ viewer }) => (
    <Page title="Create Group" backTo="/groups">
      {/* Picked on the server, so that server and browser show the same icon. */}
      <CreateGroupForm {...await loadCreateGroupPage(viewer)} initialIcon={randomIcon()} />
    </Page>
  ),
);
