import { useCall } from "@/lib/client/use-call";
import { Bdi } from "@/components/ui/bdi";
import { Notice } from "@/components/ui/notice";
import { useCurrentUser } from "@/components/session/current-user";

/**
 * Says who was selected, in a draft, a copy, or before the form was refreshed, and has left the group since.
 * @param ids of those people, who are in no data of the page
 */
export const GonePeople = ({ ids }: { ids: readonly string[] }) => ids.map((id) => <Gone key={id} id={id} />);

function Gone({ id }: { id: string }) {
  const { guest } = useCurrentUser();
  // Guests see no profiles.
  const { data } = useCall("GET /api/users/{id}", guest ? null : { params: { id } }, {
    shouldRetryOnError: false,
  });
  return (
    <Notice tone="warning">
      {data ? <Bdi>{data.name}</Bdi> : "Somebody who was selected"} has left the group and is not in this
      split.
    </Notice>
  );
}
