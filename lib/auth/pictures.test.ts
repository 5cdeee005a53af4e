import { allowedPicture } from "./config";

afterEach(() => delete process.env.PICTURE_HOSTS);

const GOOGLE = "https://lh3.googleusercontent.com/a/ana=s96-c";

describe("allowedPicture", () => {
  it("allows Google's pictures by default", () => expect(allowedPicture(GOOGLE)).toBe(GOOGLE));

  it.each([
    "http://lh3.googleusercontent.com/a",
    "https://googleusercontent.com/a",
    "https://evil.example/lh3.googleusercontent.com",
    "https://lh3.googleusercontent.com.evil.example/a",
    "https://lh3.googleusercontent.com@evil.example/a",
    "https://ana@lh3.googleusercontent.com/a",
    "https://lh3.googleusercontent.com:444/a",
    "https://evilgoogleusercontent.com/a",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "/friends",
    "",
    undefined,
    { toString: () => GOOGLE },
    `${GOOGLE}?${"a".repeat(2048)}`,
  ])("refuses %j", (address) => expect(allowedPicture(address)).toBeNull());

  it("allows the hosts of PICTURE_HOSTS instead", () => {
    process.env.PICTURE_HOSTS = "pictures.example *.cdn.example";
    expect(allowedPicture("https://pictures.example/ana")).toBe("https://pictures.example/ana");
    expect(allowedPicture("https://eu.CDN.example/ana")).toBe("https://eu.CDN.example/ana");
    expect(allowedPicture(GOOGLE)).toBeNull();
  });
});
