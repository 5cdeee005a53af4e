import { parseEnv } from "@/lib/env";
import { guarded } from "@/testing/guarded";
import { clientAddress, isLoopback, networkOf, trustedAddress } from "./client-address";

describe("trustedAddress", () => {
  it.each([
    ["no proxy", undefined, "203.0.113.7", 0, "203.0.113.7"],
    ["no proxy, a header of the client's", "127.0.0.1", "203.0.113.7", 0, "203.0.113.7"],
    ["one proxy", "203.0.113.7", "10.0.0.1", 1, "203.0.113.7"],
    ["one proxy, a header of the client's", "127.0.0.1, 203.0.113.7", "10.0.0.1", 1, "203.0.113.7"],
    ["two proxies", "127.0.0.1, 203.0.113.7, 10.0.0.2", "10.0.0.1", 2, "203.0.113.7"],
    ["a proxy that added nothing", undefined, "10.0.0.1", 1, "10.0.0.1"],
    ["a proxy that added no address", "unknown", "10.0.0.1", 1, "10.0.0.1"],
    ["a proxy that adds the port", "203.0.113.7:52314", "10.0.0.1", 1, "203.0.113.7"],
    ["a proxy that adds the port, IPv6", "[2001:db8::7]:52314", "10.0.0.1", 1, "2001:db8::7"],
    ["a proxy that adds the port, IPv4 in IPv6", "[::ffff:203.0.113.7]:443", "10.0.0.1", 1, "203.0.113.7"],
    ["IPv4 over a socket for both", undefined, "::ffff:203.0.113.7", 0, "203.0.113.7"],
    ...["::FFFF:203.0.113.7", "::ffff:cb00:7107", "0:0:0:0:0:ffff:203.0.113.7", "0000::0:ffff:CB00:7107"].map(
      (written): [string, string, undefined, number, string] => [
        `IPv4 written as ${written}`,
        written,
        undefined,
        1,
        "203.0.113.7",
      ],
    ),
    ["IPv6 that only looks like it", undefined, "::ffff:0:203.0.113.7", 0, "::ffff:0:203.0.113.7"],
    ["IPv6 of one network card", undefined, "fe80::1%eth0", 0, "fe80::1%eth0"],
    ["IPv6", undefined, "2001:db8::7", 0, "2001:db8::7"],
    ["nobody knows", undefined, undefined, 0, ""],
    ["a name instead of an address", undefined, "evil", 0, ""],
    ["two proxies, a list that is too short", "203.0.113.7", undefined, 2, ""],
  ])("%s", (_, forwarded, peer, proxies, address) => {
    const settings = parseEnv({ TRUSTED_PROXIES: String(proxies) });
    expect(trustedAddress({ "x-forwarded-for": forwarded }, { peer }, settings)).toBe(address);
  });

  const FORGED = "198.51.100.1";
  it.each<[string, Record<string, string>, Record<string, string>, { peer?: string }, string]>([
    [
      "Vercel",
      { VERCEL: "1" },
      { "x-forwarded-for": FORGED, "x-vercel-forwarded-for": "203.0.113.7" },
      { peer: "10.0.0.1" },
      "203.0.113.7",
    ],
    ["Vercel, real IP", { VERCEL: "1" }, { "x-real-ip": "203.0.113.7" }, {}, "203.0.113.7"],
    ["Vercel, no address", { VERCEL: "1" }, { "x-vercel-forwarded-for": "evil" }, {}, ""],
    [
      "Netlify",
      { NETLIFY: "true" },
      { "x-forwarded-for": FORGED, "x-nf-client-connection-ip": "203.0.113.7" },
      {},
      "203.0.113.7",
    ],
    [
      "AWS, whose gateway appends it",
      { AWS_LAMBDA_FUNCTION_NAME: "evenly" },
      { "x-forwarded-for": `${FORGED}, 203.0.113.7` },
      {},
      "203.0.113.7",
    ],
    [
      "AWS behind a counted proxy",
      { AWS_LAMBDA_FUNCTION_NAME: "evenly", TRUSTED_PROXIES: "2" },
      { "x-forwarded-for": `${FORGED}, 203.0.113.7, 10.0.0.2` },
      { peer: "127.0.0.1" },
      "203.0.113.7",
    ],
    [
      "another platform's header",
      {},
      { "x-vercel-forwarded-for": FORGED, "x-real-ip": FORGED },
      { peer: "203.0.113.7" },
      "203.0.113.7",
    ],
  ])("%s", (_, variables, headers, from, address) =>
    expect(trustedAddress(headers, from, parseEnv(variables))).toBe(address),
  );
});

test.each([
  ["127.0.0.1", true],
  ["127.8.9.1", true],
  ["::1", true],
  ["::12", false],
  ["1.127.0.0", false],
  ["203.0.113.7", false],
  ["", false],
])("%s is this computer: %s", (address, own) => expect(isLoopback(address)).toBe(own));

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("%j is counted as %j", (address, network) => expect(networkOf(address)).toBe(network));

describe("clientAddress", () => {
  afterEach(() => {
    delete process.env.TRUSTED_PROXIES;
  });

  it("is what the guard found", () =>
    expect(clientAddress(new Headers(guarded({ "x-forwarded-for": "203.0.113.7" })))).toBe("203.0.113.7"));

  it("is unknown without the guard and a trusted proxy, whatever the client sends", () => {
    const sent = { "x-forwarded-for": "203.0.113.7", "evenly-guard": "guessed direct" };
    expect(clientAddress(new Headers(sent))).toBe("");
    expect(clientAddress(new Headers())).toBe("");
  });

  it("is what the trusted proxy appended", () => {
    process.env.TRUSTED_PROXIES = "1";
    expect(clientAddress(new Headers({ "x-forwarded-for": "evil, 203.0.113.7" }))).toBe("203.0.113.7");
    expect(clientAddress(new Headers({ "x-forwarded-for": "203.0.113.7, evil" }))).toBe("");
  });
});
