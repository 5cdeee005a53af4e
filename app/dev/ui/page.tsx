import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { env } from "@/lib/env";
import { Showcase } from "./showcase";

export const metadata: Metadata = { title: "Components" };

/** Every component of components/ui in every state. Only in development. */
export default function ComponentsPage() {
  if (env().NODE_ENV === "production") notFound();
  return <Showcase />;
}
