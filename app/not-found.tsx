import type { Metadata } from "next";
import { Lost } from "@/components/navigation/lost";

export const metadata: Metadata = { title: "Not found" };

/** The same page for what does not exist and for what the viewer may not see, so that nobody learns which. */
export default function NotFound() {
  return (
    <Lost title="We couldn't find that page.">It may have been deleted, or it is not shared with you.</Lost>
  );
}
