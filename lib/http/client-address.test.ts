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
    ["IPv6", undefined, "2001:db8::7", 0, "2001:db8::7"],
    ["nobody knows", undefined, undefined, 0, ""],
  ])("%s", (_, forwarded, socket, proxies, address) =>
    expect(trustedAddress(forwarded, socket, proxies)).toBe(address),
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

test("the front proxy's header is what counts", () => {
  expect(clientAddress(new Headers({ "x-forwarded-for": "203.0.113.7" }))).toBe("203.0.113.7");
  expect(clientAddress(new Headers())).toBe("");
});
