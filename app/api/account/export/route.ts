import { Download } from "@/lib/http/download";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { myDataView } from "@/lib/views/my-data";

export const GET = handler(
  operations.exportMyData,
  async ({ viewer }) => new Download("evenly-my-data.json", await myDataView(viewer)),
);
