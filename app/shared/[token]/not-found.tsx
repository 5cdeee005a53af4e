import { Lost } from "@/components/navigation/lost";

/** The same page for a link that has expired, was revoked, never existed, or is for somebody else. */
export default function LinkNotFound() {
  return <Lost title="This link does not work.">It may have expired, or it was sent to someone else.</Lost>;
}
