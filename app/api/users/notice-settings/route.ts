import { handler } from "@/lib/server/handler";
import { channels } from "@/lib/server/notices/channels";
import { changeNoticeSettings, noticeSettingsView } from "@/lib/views/notice-settings";

export const GET = handler("noticeSettings", ({ viewer }) => noticeSettingsView(viewer, channels()));

export const PUT = handler("editNoticeSettings", ({ viewer, body }) =>
  changeNoticeSettings(viewer, body, channels()),
);
