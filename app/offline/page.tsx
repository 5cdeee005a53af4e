import type { Metadata } from "next";
import { OfflineScreen } from "@/components/shell/offline-screen";

export const metadata: Metadata = { title: "You're offline" };

/** public/sw.js keeps this page with all that it loads, and shows it in place of screens without a connection. */
export default OfflineScreen;
