import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { channels } from "@/lib/server/notices/channels";
import { changeNoticeSettings, noticeSettingsView } from "@/lib/views/notice-settings";

export const GET = handler(operations.noticeSettings, ({ viewer }) => noticeSettingsView(viewer, channels()));

export const PUT = handler(operations.editNoticeSettings, ({ viewer, body }) =>
  changeNoticeSettings(viewer, body, channels()),
);
