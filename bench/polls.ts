import { underLoad } from "./load";
import type { Row } from "./report";

/** How many people look at one event, and how often the screen of each asks (components/refresh/keep-current.tsx), in seconds. */
const [PEOPLE, EVERY] = [10, 3];
const GOAL = 3;

/** What share of a server's requests the polls of open screens are. @param headers of people, by what they see */
export async function polls(
  { url, pid }: { url: string; pid: number | undefined },
  headers: Readonly<Record<string, Record<string, string>>>,
  seconds: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, of] of Object.entries(headers)) {
    const { rate, cpu } = await underLoad(`${url}/api/users/revision`, of, seconds, [pid]);
    rows.push({
      name: `Polls of ${PEOPLE} people at one event, ${name}`,
      measured: `${(PEOPLE / EVERY).toFixed(1)} of ${rate.toFixed(0)}/s, ${cpu.toFixed(1)} ms`,
      value: ((PEOPLE / EVERY) * 100) / rate,
      unit: "% of the requests",
      goal: { at: "most", value: GOAL },
    });
  }
  return rows;
}
