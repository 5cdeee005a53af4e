import type { Metadata } from "next";
import { NotFoundPage } from "@/components/navigation/not-found-page";

export const metadata: Metadata = { title: "Not found" };

/** For unknown paths. */
export default function NotFound() {
  return <NotFoundPage />;
}
