"use client";

import { useState } from "react";
import { Avatar } from "@/components/people/avatar";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field, FieldError, Textarea, TextField } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { Segmented } from "@/components/ui/segmented";
import { toast, ToastCard, Toaster } from "@/components/ui/toast";

export function Fields() {
  const [amount, setAmount] = useState("12.505");
  const [problem, setProblem] = useState<string | null>("An amount can have at most 2 decimals.");
  const [split, setSplit] = useState<"equal" | "custom">("equal");
  return (
    <form className="flex flex-col gap-6" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Group Title" placeholder="Flat 12" />
      <TextField label="Event title" hint="What did you do together?" error="All fields are required." />
      <TextField label="Date" type="date" defaultValue="2026-11-21" />
      <TextField label="Disabled" disabled defaultValue="Not now" />
      <Field label="Note">{(control) => <Textarea {...control} />}</Field>
      <MoneyInput
        label="Amount"
        value={amount}
        error={problem}
        onChange={(text, parsed) => {
          setAmount(text);
          setProblem(parsed.ok ? null : parsed.problem);
        }}
      />
      <Segmented
        legend="Split type"
        options={[
          { value: "equal", label: "Equal" },
          { value: "custom", label: "Custom" },
        ]}
        value={split}
        onChange={setSplit}
      />
      <fieldset className="flex flex-col">
        <legend className="mb-2 font-bold">Participants</legend>
        <Checkbox label="Select All" />
        <Checkbox
          defaultChecked
          label={
            <span className="flex items-center gap-3">
              <Avatar name="Ana Silva" size="sm" /> Ana Silva
            </span>
          }
        />
        <Checkbox label="Minimal transactions" hint="Fewer payments, same result" defaultChecked />
        <Checkbox label="Disabled" disabled />
        <FieldError>Please select participants.</FieldError>
      </fieldset>
    </form>
  );
}

export function Dialogs() {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap gap-4">
      <Button variant="danger" onClick={() => setAsked(true)}>
        Delete event
      </Button>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <ConfirmDialog
        open={asked}
        question="Are you sure you want to delete this event?"
        confirmLabel="Delete"
        onConfirm={() => setAsked(false)}
        onCancel={() => setAsked(false)}
      >
        Its expenses and settlements go with it.
      </ConfirmDialog>
      <Dialog open={open} onClose={() => setOpen(false)} title="How it is split">
        <p>Floor share each, and the remaining cents one by one.</p>
        <Button onClick={() => setOpen(false)}>Close</Button>
      </Dialog>
    </div>
  );
}

export function Toasts() {
  return (
    <>
      <Toaster />
      <div className="flex flex-wrap gap-4">
        <Button variant="secondary" onClick={() => toast.success("Group created successfully!")}>
          Success toast
        </Button>
        <Button variant="secondary" onClick={() => toast.error("Failed to settle transaction")}>
          Error toast
        </Button>
        <Button variant="secondary" onClick={() => toast.info("Request sent to Ana")}>
          Info toast
        </Button>
      </div>
      <ToastCard tone="success" text="Group created successfully!" onClose={() => {}} />
      <ToastCard tone="error" text="Failed to settle transaction" onClose={() => {}} />
    </>
  );
}
