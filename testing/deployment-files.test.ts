import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "@/lib/contract/operation";
import { operations } from "@/lib/contract/operations";

const compose = readFileSync("compose.yaml", "utf8");

test("every service of compose.yaml has a memory limit and a log that is rotated", () => {
  const [, section = ""] = /^services:\n([^]*?)^\w/m.exec(compose) ?? [];
  const services = section.split(/^ {2}(?=[\w-]+:)/m).filter((text) => /^[\w-]+:/.test(text));
  expect(services.map((text) => text.split(":")[0])).toEqual(["app", "app-mongodb", "mongo", "caddy"]);
  for (const service of services.filter((text) => !text.includes("<<: *app\n"))) {
    expect(service).toMatch(/^ {4}mem_limit: /m);
    expect(service).toMatch(/^ {4}logging: \*logging$/m);
  }
});

test("MongoDB of compose.yaml asks for a password, and Caddy serves HTTP/3", () => {
  expect(compose).toContain("--keyFile");
  expect(compose).toContain("mongodb://evenly:${MONGO_PASSWORD:-}@mongo:27017/");
  expect(compose).toContain('"443:443/udp"');
});

test("the workflows use only actions of one commit, with its version", () => {
  const folder = ".github/workflows";
  const used = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/uses: (.*)$/gm)].map(([, action = ""]) => action),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(
    used.filter((action) => !/^(\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(action)),
  ).toEqual([]);
});

test("nginx, as documented, passes on the host with its port", () =>
  expect(readFileSync("docs/operations/proxy.md", "utf8")).toContain("proxy_set_header Host $http_host;"));

test("nginx, as documented, accepts the largest body that a call may have", () => {
  const [, megabytes] =
    /client_max_body_size (\d+)m;/.exec(readFileSync("docs/operations/proxy.md", "utf8")) ?? [];
  const largest = Math.max(
    ...Object.values<Operation>(operations).map(({ maxBodyBytes = 0 }) => maxBodyBytes),
  );
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(largest);
});
