"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { call } from "@/lib/client/call";
import { commentRule, MAX_COMMENT } from "@/lib/contract/rules/activity";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { Button } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";

const rules = { text: commentRule };

/** The form for a comment on an expense. The text stays until it is saved. */
export function CommentForm({ expenseId }: { expenseId: string }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const values = { text };
  const form = useFormSubmit({
    rules,
    values,
    entered: values,
    body: values,
    restore: (draft) => setText(draft.text),
    send: async (idempotencyKey, body) => {
      const input = { params: { expenseId }, body, idempotencyKey };
      await call("POST /api/expenses/{expenseId}/comments", input);
      // What was typed while sending stays.
      setText((now) => (now === text ? "" : now));
      // Short, because it can cover the new comment.
      toast.success("Comment added", { duration: 2000 });
      router.refresh();
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <Field
        label="Comment"
        hideLabel
        count={{ used: text.length, max: MAX_COMMENT }}
        error={form.errorOf("text")}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={MAX_COMMENT}
            placeholder="Write a comment"
            value={text}
            onChange={(change) => setText(change.target.value)}
          />
        )}
      </Field>
      <FormNotice problem={form.formProblem} />
      <Button type="submit" variant="secondary" className="self-start" busy={form.busy} busyLabel="Sending…">
        Comment
      </Button>
    </form>
  );
}
