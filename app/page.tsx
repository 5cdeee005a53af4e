import type { Metadata } from "next";
import { formProblem } from "@/lib/views/links";
import { EntryPage } from "./entry-page";

export const metadata: Metadata = { title: { absolute: "Evenly" } };

type Props = { searchParams: Promise<{ problem?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  return <EntryPage message={formProblem(await searchParams, null)} />;
}
