import { ADVICE, location } from "../errors";

/**
 * Compiles a MongoDB regular expression (PCRE) to JavaScript, whose Unicode mode refuses most of what means something
 * else there.
 * @throws ServerError 51091 for an invalid or unsupported pattern, 51108 for such an option
 */
export function compileRegex(source: string, options: string): RegExp {
  const invalid = /[^imsu]/.exec(options);
  if (invalid) throw location(51108, `invalid flag in regex options: ${invalid[0]}`);
  const flags = ["i", "m", "s"].filter((flag) => options.includes(flag));
  try {
    return new RegExp(translate(source, flags), `${flags.join("")}u`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw location(51091, `Regular expression is invalid or not supported: ${reason}. ${ADVICE}`);
  }
}

// Token by token (an escape, a class, or a single character): in PCRE, only "\n" ends a line, also the last one.
function translate(source: string, flags: string[]): string {
  return source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/g, (token) => {
    if (token === "." && !flags.includes("s")) return "[^\\n]";
    return token === "$" && !flags.includes("m") ? "(?=\\n?(?![\\s\\S]))" : token;
  });
}
