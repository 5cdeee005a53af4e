import type { Metadata } from "next";
import { noticesView } from "@/lib/views/notices";
import { NoticeList } from "@/components/notices/notice-list";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { noticeSettingsPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Notifications" };

export default withSkeleton(
  () => <ListPageSkeleton backTo="/friends" />,
  async ({ viewer }) => {
    const list = await noticesView(viewer);
    return (
      <Page>
        <PageHeader title="Notifications" detail="What concerns you, last 90 days" backTo="/friends" />
        {list.rows.length === 0 ? (
          <EmptyState picture="events" title="Nothing new for you.">
            Here you see your share of new expenses, payments with you, and invitations.
          </EmptyState>
        ) : (
          <NoticeList {...list} />
        )}
        <ButtonLink href={noticeSettingsPath} variant="quiet" icon="icon-bell" className="self-start">
          Notification settings
        </ButtonLink>
      </Page>
    );
  },
);
