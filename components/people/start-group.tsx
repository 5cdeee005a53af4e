import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState, type EmptyStateProps } from "@/components/ui/empty-state";

type StartGroupProps = Pick<EmptyStateProps, "picture" | "title"> & { addFriend?: boolean };

/** Leads people who share nothing so far to their first group. @param addFriend offers to add a friend, too */
export function StartGroup({ picture, title, addFriend = false }: StartGroupProps) {
  return (
    <EmptyState
      picture={picture}
      title={title}
      action={
        <span className="flex flex-col gap-2">
          <ButtonLink href="/create-group">Create Group</ButtonLink>
          {addFriend ? (
            <ButtonLink variant="quiet" href="/add-friend" className="-mb-4">
              Add friend
            </ButtonLink>
          ) : null}
        </span>
      }
    >
      Start a group: names are enough.
    </EmptyState>
  );
}
