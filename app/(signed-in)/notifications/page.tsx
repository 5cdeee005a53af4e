import type { Metadata } from "next";
import { channels } from "@/lib/server/notices/channels";
import { noticeSettingsView } from "@/lib/views/notice-settings";
import { noticesView } from "@/lib/views/notices";
import { MarkRead } from "@/components/notices/mark-read";
import { NoticeList } from "@/components/notices/notice-list";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { EmptyState } from "@/components/ui/empty-state";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { Page } from "@/components/ui/page";
import { noticeSettingsPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Notifications" };

export default withSkeleton(
  () => <ListPageSkeleton backTo="/friends" />,
  async ({ viewer }) => {
    const { unread, ...list } = await noticesView(viewer);
    const offered = channels();
    // Not before somebody else's expense concerns the viewer, and not once they have chosen.
    const isAsked = offered.push && list.rows.some(({ kind }) => kind === "charged");
    const settings = isAsked ? await noticeSettingsView(viewer, offered) : null;
    return (
      <Page title="Notifications" detail="Everything about you from the last 90 days" backTo="/friends">
        {list.rows.length === 0 ? (
          <EmptyState picture="events" title="Nothing new for you.">
            Your share of new expenses, payments to or from you, and invitations show up here.
          </EmptyState>
        ) : (
          <>
            {settings?.push.length === 0 && settings.email.length === 0 ? (
              <Notice
                title="Get these on your phone, too?"
                action={<ButtonLink href="/account#notifications">Turn on notifications</ButtonLink>}
              >
                Only what concerns you, and at most one message per event every ten minutes.
              </Notice>
            ) : null}
            <NoticeList {...list} />
          </>
        )}
        <MarkRead until={unread} />
        <ButtonLink href={noticeSettingsPath} variant="quiet" icon="icon-bell" className="self-start">
          Settings
        </ButtonLink>
      </Page>
    );
  },
);
