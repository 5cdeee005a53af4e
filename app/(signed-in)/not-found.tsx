import type { Metadata } from "next";
import { NotFoundPage } from "@/components/navigation/not-found-page";

export const metadata: Metadata = { title: "Not found" };

/** The same page for what does not exist and for what the viewer may not see, so that nobody learns which. */
export default function NotFound() {
  return <NotFoundPage />;
}
