import type { Metadata } from "next";
import { cache } from "react";
import { getPageUser, notFoundOnMissing } from "@/lib/server/guarded-page";
import { loadSharedPage } from "@/lib/answers/shared-page";
import { CurrentUserProvider } from "@/components/session/current-user";
import { SharedStatement } from "@/components/events/statement-screen";
import { SharedWhy } from "@/components/settlements/shared-why";
import { Toaster } from "@/components/ui/toast";

type Props = { params: Promise<{ token: string }> };

// The address is a secret: lib/server/http/security-headers.ts keeps it from other sites.
export const metadata: Metadata = { title: "Shared", robots: { index: false, follow: false } };

const load = cache(loadSharedPage);

export default async function SharedPage({ params }: Props) {
  const { token } = await params;
  const viewer = await getPageUser();
  const shared = await notFoundOnMissing(load(token, viewer));
  if (shared.kind === "statement") return <SharedStatement {...shared} />;
  if (!viewer) return null;
  const { id, name, email, picture, guest } = viewer;
  return (
    <CurrentUserProvider user={{ id, name, email, picture, ...(guest && { guest }) }}>
      <SharedWhy {...shared} />
      <Toaster />
    </CurrentUserProvider>
  );
}
