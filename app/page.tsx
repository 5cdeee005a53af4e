import type { Metadata } from "next";
import { EntryPage } from "./entry-page";

export const metadata: Metadata = { title: { absolute: "Evenly" } };

export default function Page() {
  return <EntryPage />;
}
