import type { ClaimPreview } from "@/lib/contract/guests";
import { isolate } from "@/lib/core/text/isolate";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { Bdi } from "@/components/ui/bdi";

/** The way back to the screen on which an account's owner takes a guest's place, for those who have left it. */
export function ClaimNotice({ guest, group }: Pick<ClaimPreview, "guest" | "group">) {
  return (
    <Notice
      title={`Are you ${isolate(guest.name)}?`}
      action={
        <ButtonLink href={`/friends/${guest._id}/claim`} variant="secondary">
          See what becomes yours
        </ButtonLink>
      }
    >
      Everything the guest <Bdi>{guest.name}</Bdi> has in <Bdi>{group.title}</Bdi> can become yours.
    </Notice>
  );
}
