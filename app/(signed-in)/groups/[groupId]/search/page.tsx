import { redirect } from "next/navigation";
import { searchPath } from "@/lib/paths";

type Props = { params: Promise<{ groupId: string }>; searchParams: Promise<{ q?: string | string[] }> };

/** Redirects the former path of a group's search. */
export default async function SearchRedirect({ params, searchParams }: Props) {
  redirect(searchPath({ q: [(await searchParams).q].flat()[0], group: (await params).groupId }));
}
