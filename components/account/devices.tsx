import type { Session } from "@/lib/contract/account";
import { Badge } from "@/components/ui/badge";
import { ListRow } from "@/components/ui/list";
import { Notice } from "@/components/ui/notice";
import { PostForm, SubmitButton } from "@/components/ui/post-form";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import { dayOf } from "./day-of";

export type DevicesProps = {
  user: { id: string };
  sessions: readonly Session[];
  /** Why a device could not be logged out. */
  problem: string | null;
};

/** The devices on which the viewer is signed in, this one first, each with a button that logs out there. */
export function Devices({ user, sessions, problem }: DevicesProps) {
  const others = sessions.filter(({ current }) => !current);
  return (
    <Section id="devices-heading" heading={`Your devices (${sessions.length})`} className="gap-4">
      {problem ? <Notice tone="error" title={problem} /> : null}
      <ShowMore name="devices" limit={5}>
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <ListRow
            key={session._id}
            title={session.device}
            detail={
              <span className="flex flex-wrap gap-x-4">
                <span>{`Since ${dayOf(session.since)}`}</span>
                {session.current ? null : <span>{`Last used ${dayOf(session.lastUsedOn)}`}</span>}
              </span>
            }
            trailing={
              session.current ? (
                <Badge tone="brand">This device</Badge>
              ) : (
                <PostForm action={`/api/users/sessions/${session._id}`} fields={{ user: user.id }}>
                  <SubmitButton
                    variant="quiet"
                    busyLabel="Logging out…"
                    aria-label={`Log out ${session.device}`}
                  >
                    Log out
                  </SubmitButton>
                </PostForm>
              )
            }
          />
        ))}
      </ShowMore>
    </Section>
  );
}
