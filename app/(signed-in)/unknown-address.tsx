import { notFound } from "@/lib/errors";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

/** An address that leads nowhere: the 404 page, with the top bar. */
export default withSkeleton(
  () => null,
  () => Promise.reject(notFound()),
);
