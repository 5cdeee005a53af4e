import { existsSync } from "node:fs";
import findBrowser from "./find-browser";
import { AppServer } from "./server";

/** Runs once before all tests. The workers inherit the environment. Returns what to do after the tests. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(".next/BUILD_ID")) {
    throw new Error("There is no production build to test: run `npm run build` first.");
  }
  findBrowser();
  // The demo data of a first start. Writing it for each server would take most of the time that they need to start.
  const server = await AppServer.start();
  await server.stop();
  process.env.DEMO_DATA_DIR = server.dataDir;
  return () => server.dispose();
}
