"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { useId, type ReactNode } from "react";
import { useCall } from "@/lib/client/use-call";
import { friendPath, groupPath } from "@/lib/paths";
import { Avatar } from "@/components/people/avatar";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { GroupIcon } from "@/components/ui/group-icon";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** The user's groups and friends with their balances. Empty until they are loaded, and if they cannot be. */
export function RailList() {
  const { data } = useCall("GET /api/users/overview", {});
  if (!data) return null;
  return (
    <div className="flex animate-rise flex-col gap-6">
      <Links heading="Groups" all="/groups" add={{ href: "/create-group", text: "Create Group" }}>
        {data.groups.map(({ _id, title, icon, balance }) => (
          <Row key={_id} href={groupPath(_id)} title={title} balance={balance} owed="you're owed">
            <GroupIcon src={icon} size="sm" />
          </Row>
        ))}
      </Links>
      <Links heading="Friends" all="/friends" add={{ href: "/add-friend", text: "Add friend" }}>
        {data.friends.map(({ _id, name, picture, balance }) => (
          <Row key={_id} href={friendPath(_id)} title={name} balance={balance} owed="owes you">
            <Avatar name={name} picture={picture} size="sm" />
          </Row>
        ))}
      </Links>
    </div>
  );
}

type LinksProps = {
  heading: string;
  all: Route;
  /** Without any rows. */
  add: { href: Route; text: string };
  children: ReactNode[];
};

function Links({ heading, all, add, children }: LinksProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <Link id={id} href={all} className="quiet-link self-start px-3">
        {heading}
      </Link>
      {children.length > 0 ? (
        <ul role="list" aria-labelledby={id}>
          {children}
        </ul>
      ) : (
        <Link
          href={add.href}
          className="flex min-h-11 items-center gap-2.5 px-3 text-sm font-bold text-brand"
        >
          <Icon className="icon-plus size-5" />
          {add.text}
        </Link>
      )}
    </div>
  );
}

type RowProps = {
  href: Route;
  title: string;
  /** In dollars, negative if the user owes. */
  balance: number;
  /** What is said if it is positive. */
  owed: string;
  children: ReactNode;
};

function Row({ href, title, balance, owed, children }: RowProps) {
  const path = usePathname();
  const current = path === href ? "page" : path.startsWith(`${href}/`) ? "true" : undefined;
  return (
    <li>
      <Link
        href={href}
        aria-current={current}
        className="flex min-h-11 items-center gap-2.5 rounded-field px-3 py-1 text-sm transition-colors duration-150 hover:bg-well aria-[current]:bg-brand-soft aria-[current]:font-bold forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2 pending:bg-well"
      >
        {children}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
          <Bdi title={title} className="min-w-24 flex-1 truncate">
            {title}
          </Bdi>
          {balance === 0 ? null : (
            <span>
              <span className="sr-only">{balance < 0 ? "you owe" : owed} </span>
              <Amount dollars={balance} tone={balance < 0 ? "owe" : "owed"} size="sm" />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
