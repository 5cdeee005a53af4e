"use client";

import { createContext, type ComponentProps, use, useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { keepFocus } from "./keep-focus";

const Posting = createContext(false);

/** Whether the surrounding form has been posted, and the next page is not there yet. */
export const usePosting = () => use(Posting);

export type PostFormProps = Omit<ComponentProps<"form">, "action" | "method"> & {
  /** The operation: its URL is the same in every build. */
  action: `/api/${string}`;
  /** Hidden fields. */
  fields?: Readonly<Record<string, string>>;
};

/** A form that the browser itself posts, also without scripts. The response is another page. */
export function PostForm({ fields = {}, children, ...rest }: PostFormProps) {
  const [posting, setPosting] = useState(false);
  useEffect(() => {
    // The browser may show the page again as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setPosting(false);
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
  return (
    <form method="post" onSubmit={() => setPosting(true)} {...rest}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Posting value={posting}>{children}</Posting>
    </form>
  );
}

/** Submits the surrounding PostForm, and is busy until the next page is there. */
export function SubmitButton(props: Omit<ButtonProps, "type" | "busy" | "ref">) {
  const posting = usePosting();
  return <Button ref={keepFocus} type="submit" busy={posting} {...props} />;
}
