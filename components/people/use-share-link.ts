import { useRouter } from "next/navigation";
import { useRef } from "react";
import { usePending } from "@/components/refresh/use-pending";
import { share } from "@/components/ui/share";

type Created = { _id: string; url: string };

/**
 * Creates a link and shares it. Its address is told only once, so a second try shares the same one, unless it was revoked.
 * @param links those that work
 * @param create creates a link
 * @param text what is shared with it
 * @param copied the message where it can only be copied
 */
export function useShareLink(
  links: readonly { _id: string }[],
  create: () => Promise<Created>,
  text: string,
  copied: string,
) {
  const router = useRouter();
  const { pending, run } = usePending();
  const created = useRef<Created>(undefined);
  const shareLink = () =>
    void run("share", async () => {
      if (!links.some(({ _id }) => _id === created.current?._id)) created.current = await create();
      void share(created.current!.url, text, copied);
      return router.refresh;
    });
  return { busy: "share" in pending, shareLink };
}
