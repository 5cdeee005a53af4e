import type { Metadata } from "next";
import { OfflineScreen } from "@/components/shell/offline-screen";

export const metadata: Metadata = { title: "You're offline" };

/** public/sw.js caches this page with everything it loads, and shows it instead of screens without a connection. */
export default OfflineScreen;
