"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Milliseconds between two looks. */
const POLL = 3_000;

/** Looks again until a member has confirmed this device: the page then leads to the group. */
export function WaitForMember() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => document.hidden || router.refresh(), POLL);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
