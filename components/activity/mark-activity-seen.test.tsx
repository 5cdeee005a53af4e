import { screen, waitFor } from "@testing-library/react";
import useSWR from "swr";
import { fakeApi, type FakeResponse } from "@/testing/components/fake-api";
import { ana } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { uncaughtAfter } from "@/testing/components/uncaught";
import { MarkActivitySeen } from "./mark-activity-seen";
import { NEW_ACTIVITY } from "./new-activity";

function Count() {
  const { data } = useSWR<{ count: number }>(NEW_ACTIVITY, null, { fallbackData: { count: 3 } });
  return <p>{data?.count} new</p>;
}

/** A screen of activity whose call has arrived at the server, and what answers it. */
async function show() {
  let response = (): void => undefined;
  const sent = fakeApi(({ method }) =>
    method === "GET"
      ? { body: {} }
      : new Promise<FakeResponse>((resolve) => (response = () => resolve({ body: {} }))),
  );
  const { unmount } = showScreen(ana, () => (
    <>
      <Count />
      <MarkActivitySeen latest="2026-03-14T12:00:00.000Z" />
    </>
  ));
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(["PUT"]));
  return { unmount, response };
}

test("nothing is new any longer once the server has noted it", async () => {
  const { response } = await show();
  expect(screen.getByText("3 new")).toBeVisible();
  response();
  expect(await screen.findByText("0 new")).toBeVisible();
});

test("an answer that comes when the user has logged out is no error", async () => {
  const { unmount, response } = await show();
  unmount();
  expect(await uncaughtAfter(response)).toEqual([]);
});
