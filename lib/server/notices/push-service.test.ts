import { isPushService } from "./push-service";

afterEach(() => delete process.env.PUSH_HOSTS);

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://jmt17.google.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
])("%s is at a push service", (endpoint) => expect(isPushService(endpoint)).toBe(true));

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:8443/fcm/send/abc",
  "https://fcm.googleapis.com./fcm/send/abc",
  "https://user:word@fcm.googleapis.com/",
  "https://fcm.googleapis.com@127.0.0.1/",
  "https://fcm.googleapis.com.evil.example/",
  "https://evil.example/https://fcm.googleapis.com/",
  "https://evil.example#.push.apple.com",
  "https://push.apple.com/",
  "https://notpush.apple.com/",
  "https:\\\\fcm.googleapis.com\\x",
  "HTTPS://FCM.GOOGLEAPIS.COM/fcm",
  "https://127.0.0.1/",
  "http://127.0.0.1:3000/",
  "http://localhost/",
  "https://[::1]/",
  "https://169.254.169.254/latest/meta-data",
  "https://2130706433/",
  "file:///etc/passwd",
  "data:text/plain,x",
  "fcm.googleapis.com",
  "",
])("%s is not", (endpoint) => expect(isPushService(endpoint)).toBe(false));

test("PUSH_HOSTS names others instead; http is only for this machine", () => {
  process.env.PUSH_HOSTS = "127.0.0.1:4000 push.example";
  expect(isPushService("http://127.0.0.1:4000/x")).toBe(true);
  expect(isPushService("https://push.example/x")).toBe(true);
  for (const other of ["http://127.0.0.1:4001/x", "http://push.example/x", "https://fcm.googleapis.com/x"])
    expect(isPushService(other)).toBe(false);
});
