import { PostForm, SubmitButton } from "@/components/ui/post-form";

/** Leads to the sign-in and back to the account, for what needs a recent one. @param children the button's text */
export function SignInAgain({ children }: { children: string }) {
  return (
    <PostForm action="/api/sign-in" fields={{ again: "1" }}>
      <SubmitButton variant="secondary" className="w-full sm:w-auto">
        {children}
      </SubmitButton>
    </PostForm>
  );
}
