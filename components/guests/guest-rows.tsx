import type { ComponentProps } from "react";
import { isolate } from "@/lib/core/text/isolate";
import { Avatar } from "@/components/people/avatar";
import { List } from "@/components/ui/list";
import { PostForm, type PostFormProps } from "@/components/ui/post-form";
import { PersonButton } from "../sign-in/person-button";

export type GuestRowsProps = Omit<ComponentProps<"ul">, "children"> & {
  action: PostFormProps["action"];
  guests: readonly { key: string | number; name: string; fields: PostFormProps["fields"] }[];
};

/** A list of guests: a press on one sends the form that says who the visitor is. */
export function GuestRows({ action, guests, ...list }: GuestRowsProps) {
  return (
    <List {...list}>
      {guests.map(({ key, name, fields }) => (
        <li key={key}>
          <PostForm action={action} fields={fields}>
            <PersonButton label={`I'm ${isolate(name)}`}>
              <Avatar name={name} />
            </PersonButton>
          </PostForm>
        </li>
      ))}
    </List>
  );
}
