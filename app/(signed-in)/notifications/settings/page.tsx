import type { Metadata } from "next";
import { noticesPath } from "@/lib/paths";
import { channels } from "@/lib/server/notices/channels";
import { overviewView } from "@/lib/views/friends";
import { noticeSettingsView } from "@/lib/views/notice-settings";
import { NoticeSettingsForm } from "@/components/notices/notice-settings-form";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Notification settings" };

export default withSkeleton(
  () => <ListPageSkeleton backTo={noticesPath} />,
  async ({ viewer }) => {
    const [settings, { groups, friends }] = await Promise.all([
      noticeSettingsView(viewer, channels()),
      overviewView(viewer),
    ]);
    const known = new Map([...friends, ...settings.mutedPeople].map((person) => [person._id, person]));
    return (
      <Page title="Notification settings" detail="Off until you turn them on" backTo={noticesPath}>
        <NoticeSettingsForm
          settings={settings}
          groups={groups.map(({ _id, title }) => ({ _id, title }))}
          people={[...known.values()].map(({ _id, name, picture }) => ({ _id, name, picture }))}
        />
      </Page>
    );
  },
);
