// Preloaded into the server: its wall clock goes by as many milliseconds as the file CHAOS_CLOCK says.
const { readFileSync } = require("node:fs");

const RealDate = Date;
const offset = () => Number(readFileSync(process.env.CHAOS_CLOCK, "utf8")) || 0;

globalThis.Date = class extends RealDate {
  // Next.js wraps the class once more, and copies only what is its own.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;

  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(RealDate.now() + offset());
  }
  static now() {
    return RealDate.now() + offset();
  }
};
