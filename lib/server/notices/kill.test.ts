import { readFileSync } from "node:fs";
import path from "node:path";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { useProcess } from "@/testing/killed-process";

const ROUNDS = runs(20, 3);

const { folder, run } = useProcess("notices-process.ts");

test(
  `kill -9 at each step from a write to the phone, ${ROUNDS} rounds: nothing is lost, and at most one message doubled`,
  async () => {
    await run("0", "");
    for (let round = 1; round <= ROUNDS; round++) {
      const minute = round * 40;
      const killed = await run(String(minute), `Receipt ${round}`, String((round * 7) % 20));
      expect([killed.signal, killed.errors]).toEqual(["SIGKILL", ""]);
      // After the claim of the process that was killed.
      const { text, errors } = await run(String(minute + 14), "");
      expect([errors, text]).toEqual(["", "[]"]);
    }
    const sent = readFileSync(path.join(folder(), "sent"), "utf8").trim().split("\n");
    for (let round = 1; round <= ROUNDS; round++) {
      const times = sent.filter((text) => text.includes(`of Receipt ${round} is`)).length;
      expect([round, times >= 1 && times <= 2]).toEqual([round, true]);
    }
  },
  60_000 + ROUNDS * 60_000,
);
