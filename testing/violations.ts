import { env } from "@/lib/env";
import { getDb } from "@/lib/db/client";
import { verifyLedger } from "@/lib/db/verify";
import { checkStorage } from "@/lib/db/verify/storage";

/** What `npm run verify` finds, except in the pages of the data file, which take a process of their own. */
export async function violations(): Promise<string[]> {
  const found: string[] = [];
  const report = ({ subject, problem }: { subject: string; problem: string }) =>
    void found.push(`${subject}: ${problem}`);
  if (env().embedded) await checkStorage(await getDb(), report);
  await verifyLedger(report);
  return found;
}

/** `npm run verify` finds nothing. */
export async function expectSound(): Promise<void> {
  expect(await violations()).toEqual([]);
}
