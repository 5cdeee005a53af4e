import type { Route } from "next";
import { call } from "@/lib/client/call";
import type { EndpointInput } from "@/lib/client/endpoints";
import type { Expense } from "@/lib/contract/expenses";
import { seriesPath } from "@/lib/paths";
import { toast } from "@/components/ui/toast";

type Body = Omit<NonNullable<EndpointInput<"PUT /api/series/{seriesId}">["body"]>, "from">;

/** Changes the occurrences of a series that are still to come. @returns the screen that lists them */
export async function changeToCome(
  { _id, number }: Pick<Expense, "_id" | "number">,
  groupId: string,
  body: Body,
): Promise<Route> {
  const params = { seriesId: _id };
  await call("PUT /api/series/{seriesId}", { params, body: { ...body, from: number! } });
  toast.success("Later expenses updated");
  return seriesPath(groupId);
}
