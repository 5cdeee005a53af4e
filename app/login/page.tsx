import type { Metadata } from "next";
import { ForgetDrafts } from "@/components/offline/forget-drafts";
import { EntryPage } from "../entry-page";

export const metadata: Metadata = { title: "Signed out" };

type Props = { searchParams: Promise<{ deleted?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  const { deleted } = await searchParams;
  return (
    <>
      <ForgetDrafts />
      <EntryPage message={deleted ? "Your account has been deleted." : "You have signed out."} />
    </>
  );
}
