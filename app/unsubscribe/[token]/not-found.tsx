import { Lost, MarkBar } from "@/components/navigation/lost";

/** The same page for a link that was changed, never existed, or is of an account that was deleted. */
export default function LinkNotFound() {
  return (
    <>
      <MarkBar />
      <Lost title="This link does not work.">
        Its account may have been deleted, or a part of it is missing.
      </Lost>
    </>
  );
}
