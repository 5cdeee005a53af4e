import { useCall } from "@/lib/client/use-call";
import { Bdi } from "@/components/ui/bdi";
import { Notice } from "@/components/ui/notice";
import { useCurrentUser } from "@/components/session/current-user";

/**
 * Names people who were selected (in a draft, a copy, or before the form was refreshed) but have left the group.
 * @param ids of those people, whose names are not in the page's data
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
