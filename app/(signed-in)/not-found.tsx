import type { Metadata } from "next";
import { NotFoundPage } from "@/components/navigation/not-found-page";

export const metadata: Metadata = { title: "Not found" };

/** The same page for what does not exist and for what one may not see: nobody learns which. */
export default function NotFound() {
  return <NotFoundPage />;
}
