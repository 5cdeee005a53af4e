import type { Metadata } from "next";
import { MarkBar, Missing } from "@/components/navigation/lost";

export const metadata: Metadata = { title: "Not found" };

/** An address that leads nowhere. */
export default function NotFound() {
  return (
    <>
      <MarkBar />
      <Missing />
    </>
  );
}
