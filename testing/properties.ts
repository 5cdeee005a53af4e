import fc from "fast-check";

/**
 * The seed of every property test. It is fixed, so that a failure is reproducible. PROPERTY_SEED=N sets another one,
 * PROPERTY_SEED=random a random one.
 */
export const propertySeed = seedFrom(process.env.PROPERTY_SEED ?? "20260214");

function seedFrom(text: string): number {
  return text === "random" ? Math.trunc(Math.random() * 2 ** 31) : Number(text);
}

// A test that is slow for each case, because it uses a database for example, sets its own numRuns.
fc.configureGlobal({ seed: propertySeed, numRuns: 1000 });
