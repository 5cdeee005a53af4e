import { DEMO_ADDRESS, MAX_DEMO_ADDRESS } from "@/lib/core/account";
import { Avatar } from "@/components/people/avatar";
import { List } from "@/components/ui/list";
import { TextField } from "@/components/ui/field";
import { PostForm, type PostFormProps, SubmitButton } from "@/components/ui/post-form";
import { PersonButton } from "./person-button";
import { SomeoneElse } from "./someone-else";

/**
 * The seeded demo people as buttons, and a field for another name. Each row is a form that works without JavaScript.
 */
export function DemoSignIn({
  people,
  target,
}: {
  people: { name: string; email: string }[];
  /** The field that names where to go afterwards; none: home. */
  target?: PostFormProps["fields"];
}) {
  return (
    <section aria-labelledby="demo-heading" className="flex w-full flex-col gap-4">
      <div className="text-center">
        <h2 id="demo-heading" className="text-xl font-extrabold">
          Try it as…
        </h2>
        <p className="text-muted">A demo: pick a person and look around.</p>
      </div>
      <List>
        {people.map(({ name, email }) => (
          <li key={email}>
            <PostForm action="/api/sign-in" fields={{ ...target, email }}>
              <PersonButton label={name}>
                <Avatar name={name} />
              </PersonButton>
            </PostForm>
          </li>
        ))}
      </List>
      <SomeoneElse>
        <PostForm action="/api/sign-in" fields={target} className="flex flex-col gap-4 pt-2">
          <TextField
            label="Address"
            hint="Any address ending in @demo.test. Your name is derived from it."
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={MAX_DEMO_ADDRESS}
            pattern={DEMO_ADDRESS}
            title="Letters and digits, separated by dots, hyphens, or underscores, at demo.test"
            placeholder="your.name@demo.test"
          />
          <SubmitButton variant="secondary" busyLabel="Signing in…">
            Sign in
          </SubmitButton>
        </PostForm>
      </SomeoneElse>
    </section>
  );
}
