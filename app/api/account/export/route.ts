import { Download } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { myDataView } from "@/lib/views/account/my-data";

export const GET = handler(
  "exportMyData",
  async ({ viewer }) => new Download("evenly-my-data.json", await myDataView(viewer)),
);
