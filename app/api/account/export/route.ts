import { Download } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { myDataView } from "@/lib/views/account/my-data";

export const GET = handler(
  operations.exportMyData,
  async ({ viewer }) => new Download("evenly-my-data.json", await myDataView(viewer)),
);
