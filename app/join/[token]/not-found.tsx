import { Lost, MarkBar } from "@/components/navigation/lost";

/** The same page for a link that has expired, was revoked, or never existed. */
export default function LinkNotFound() {
  return (
    <>
      <MarkBar />
      <Lost title="This link does not work.">It may have expired. Ask for a new one.</Lost>
    </>
  );
}
