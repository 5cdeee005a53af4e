import type { ApiToken } from "@/lib/contract/account";
import { SCOPE_NAMES } from "@/lib/core/tokens";
import { Bdi } from "@/components/ui/bdi";
import { ListRow } from "@/components/ui/list";
import { PostForm, SubmitButton } from "@/components/ui/post-form";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import { dayOf } from "./day-of";
import { NewToken } from "./new-token";

export type TokensProps = {
  user: { id: string };
  tokens: readonly ApiToken[];
  /** The viewer has signed in within the last minutes. */
  recent: boolean;
};

/** The viewer's API tokens, each with a button that revokes it, and the form for a new one. */
export function Tokens({ user, tokens, recent }: TokensProps) {
  return (
    <Section id="tokens-heading" heading={`API tokens (${tokens.length})`} className="gap-4">
      <p className="text-muted">
        With a token, a script acts as you. It can&apos;t sign in, create tokens or links, download your data,
        or delete your account. Logging out doesn&apos;t revoke tokens, not even everywhere.
      </p>
      {tokens.length === 0 ? null : (
        <ShowMore name="tokens" limit={5} aria-label="API tokens">
          {tokens.map(({ _id, name, ...token }) => (
            <ListRow
              key={_id}
              title={<Bdi>{name}</Bdi>}
              detail={
                <span className="flex flex-wrap gap-x-4">
                  <span>{SCOPE_NAMES[token.scope]}</span>
                  {token.group ? <Bdi>{token.group.title}</Bdi> : <span>All groups</span>}
                  <span>{token.lastUsedOn ? `Last used ${dayOf(token.lastUsedOn)}` : "Not used yet"}</span>
                  <span>{`Expires ${dayOf(token.expiresAt)}`}</span>
                </span>
              }
              trailing={
                <PostForm action={`/api/tokens/${_id}`} fields={{ user: user.id }}>
                  <SubmitButton variant="quiet" busyLabel="Revoking…" aria-label={`Revoke ${name}`}>
                    Revoke
                  </SubmitButton>
                </PostForm>
              }
            />
          ))}
        </ShowMore>
      )}
      <NewToken recent={recent} />
    </Section>
  );
}
