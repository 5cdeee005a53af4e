// `npm run test:db`: runs the database-backed tests against the MongoDB server of TEST_MONGODB_URI, and shares their files with
// the servers of OTHER_MONGODB_URIS, separated by spaces. A test is database-backed if it reads TEST_MONGODB_URI, or imports,
// directly or indirectly, a file that does.
import { readFileSync } from "node:fs";
import { filesIn, finish, unitTests, without } from "./test-steps.mjs";

const VARIABLE = "TEST_MONGODB_URI";

if (!process.env[VARIABLE]) {
  console.error(
    `Set ${VARIABLE} to a MongoDB server with transactions (a replica set), for example the one of compose.yaml: ` +
      `${VARIABLE}='mongodb://admin:MONGO_PASSWORD@127.0.0.1:27017/?directConnection=true' npm run test:db`,
  );
  process.exit(1);
}

const sources = ["app", "lib", "packages", "testing"]
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && readFileSync(file, "utf8").includes(VARIABLE));
const { OTHER_MONGODB_URIS } = process.env;
const args = [
  ...process.argv.slice(2),
  // Of several servers, each has one worker: two on the same one wait for each other.
  `--maxWorkers=${OTHER_MONGODB_URIS ? OTHER_MONGODB_URIS.split(" ").length + 1 : 2}`,
  // Its data is large, which takes minutes, and the servers do nothing differently there.
  ...without(["lib/seed/", "lib/server/notices/weekend", "lib/views/wide"]),
  "--findRelatedTests",
  ...sources,
];
finish([await unitTests(`Database-backed tests against ${VARIABLE}`, args)]);
