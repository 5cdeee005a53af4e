import { inTypeface } from "./in-typeface";

test.each([
  ["Fondue & raclette, $12.50 – “now”…", "Fondue & raclette, $12.50 – “now”…"],
  ["Łukasz, Şule, José, Žofia", "Łukasz, Şule, José, Žofia"],
  // The typeface has the letters without these marks.
  ["Nguyễn Thị", "Nguyen Thi"],
  ["Josе\u0301", "Jos"],
  ["Jose\u0301", "José"],
  ["Ben 👋 Okafor ©", "Ben Okafor"],
  ["Иван", ""],
  ["\u202eevil\u0000", "evil"],
])("%j is drawn as %j", (typed, drawn) => expect(inTypeface(typed)).toBe(drawn));
