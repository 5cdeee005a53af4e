import "server-only";
import { userAgentFromString } from "next/server";
import { shorten, toLine } from "@/lib/core/text/text";

const MAX_DEVICE = 60;

/** What people call the systems that the parser names otherwise. */
const SYSTEMS: Record<string, string> = { "Mac OS": "Mac", "Chromium OS": "Chromebook" };

/** What to call the device that sent a User-Agent header, such as "Chrome on Android" or "Safari on iPhone". */
export function deviceName(userAgent: string | null): string {
  const { browser, os, device } = userAgentFromString(userAgent ?? "");
  const program = browser.name?.replace(/^Mobile | Headless$/g, "");
  const system = os.name === "iOS" ? device.model : SYSTEMS[os.name ?? ""];
  const parts = [program, system ?? os.name].filter(Boolean);
  return parts.length > 0 ? shorten(toLine(parts.join(" on ")), MAX_DEVICE) : "Unknown device";
}
