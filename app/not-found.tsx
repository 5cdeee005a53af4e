import type { Metadata } from "next";
import { NotFoundPage } from "@/components/navigation/not-found-page";

export const metadata: Metadata = { title: "Not found" };

/** For addresses that are none of ours. */
export default function NotFound() {
  return <NotFoundPage />;
}
