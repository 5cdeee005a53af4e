import type { Metadata } from "next";
import { Farewell } from "@/components/account/farewell";
import { ForgetDrafts } from "@/components/offline/forget-drafts";
import { EntryPage } from "../entry-page";

export const metadata: Metadata = { title: "Signed out" };

export default function Page() {
  return (
    <>
      <ForgetDrafts />
      <EntryPage message={<Farewell />} />
    </>
  );
}
