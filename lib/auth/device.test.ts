import { deviceName } from "./device";

const like = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`;
const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";

test.each([
  [like("Linux; Android 10; K", `${chrome} Mobile Safari/537.36`), "Chrome on Android"],
  [
    like(
      "Linux; Android 14; SM-S911B",
      `AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    ),
    "Samsung Browser on Android",
  ],
  [
    like("iPhone; CPU iPhone OS 17_5 like Mac OS X", `${webKit} Version/17.5 Mobile/15E148 Safari/604.1`),
    "Safari on iPhone",
  ],
  [
    like("iPhone; CPU iPhone OS 17_5 like Mac OS X", `${webKit} CriOS/141.0 Mobile/15E148 Safari/604.1`),
    "Chrome on iPhone",
  ],
  [
    like("iPad; CPU OS 16_5 like Mac OS X", `${webKit} Version/16.5 Mobile/15E148 Safari/604.1`),
    "Safari on iPad",
  ],
  [like("Macintosh; Intel Mac OS X 10_15_7", `${webKit} Version/17.5 Safari/605.1.15`), "Safari on Mac"],
  [like("Windows NT 10.0; Win64; x64", `${chrome} Safari/537.36 Edg/141.0.0.0`), "Edge on Windows"],
  [like("X11; Linux x86_64; rv:127.0", "Gecko/20100101 Firefox/127.0"), "Firefox on Linux"],
  [like("X11; CrOS x86_64 14541.0.0", `${chrome} Safari/537.36`), "Chrome on Chromebook"],
  [
    like("X11; Linux x86_64", "AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/147.0 Safari/537.36"),
    "Chrome on Linux",
  ],
  ["curl/8.1", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("%j is called %s", (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
