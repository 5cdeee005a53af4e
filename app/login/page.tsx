import type { Metadata } from "next";
import { EntryPage } from "../entry-page";

export const metadata: Metadata = { title: "Signed out" };

export default function Page() {
  return <EntryPage message="You have signed out." />;
}
