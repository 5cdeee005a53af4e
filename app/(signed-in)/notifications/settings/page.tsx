import type { Metadata } from "next";
import { noticesPath } from "@/lib/paths";
import { channels } from "@/lib/server/notices/channels";
import { loadNoticeSettingsPage } from "@/lib/views/notice-settings";
import { NoticeSettingsForm } from "@/components/notices/notice-settings-form";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Notification settings" };

export default withSkeleton(
  () => <ListPageSkeleton backTo={noticesPath} />,
  async ({ viewer }) => (
    <Page title="Notification settings" detail="Off until you turn them on" backTo={noticesPath}>
      <NoticeSettingsForm {...await loadNoticeSettingsPage(viewer, channels())} />
    </Page>
  ),
);
