import { location } from "../errors";

/**
 * Compiles a MongoDB regular expression (PCRE) to JavaScript. Common differences are translated ("$", ".", \A, \Z,
 * \z, flags at the start), others refused.
 * @throws ServerError 51091 for an invalid or unsupported pattern, 51108 for such an option
 */
export function compileRegex(source: string, options: string): RegExp {
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  const given = options + (inline?.[1] ?? "");
  const invalid = /[^imsu]/.exec(given);
  if (invalid) throw location(51108, `invalid flag in regex options: ${invalid[0]}`);
  const pattern = inline ? source.slice(inline[0].length) : source;
  const foreign = /\[\[:\w+:\]|\(\?[#>|+&PR]|(?<!\\)[*+?}]\+|\\[hHRKGQE]/.exec(pattern);
  if (foreign) throw invalidPattern(`'${foreign[0]}' is not supported`);
  const flags = ["i", "m", "s"].filter((flag) => given.includes(flag)).join("");
  const translated = translate(pattern, given);
  try {
    return new RegExp(translated, `${flags}u`);
  } catch {
    try {
      // PCRE allows escapes that Unicode mode refuses ("\-").
      return new RegExp(translated, flags);
    } catch (error) {
      throw invalidPattern(error instanceof Error ? error.message : "");
    }
  }
}

function invalidPattern(reason: string): Error {
  return location(51091, `Regular expression is invalid: ${reason}`);
}

const END = "(?![\\s\\S])";
const LINE_END = `(?=\\n?${END})`;
const ESCAPES: Record<string, string> = { "\\A": "(?<![\\s\\S])", "\\z": END, "\\Z": LINE_END };

// Token by token: an escape, a class, or a single character.
function translate(pattern: string, flags: string): string {
  return pattern.replace(/\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/g, (token) => {
    if (token.length > 1 && token.startsWith("[")) return translateClass(token);
    if (token === "." && !flags.includes("s")) return "[^\\n]";
    if (token === "$" && !flags.includes("m")) return LINE_END;
    return ESCAPES[token] ?? token;
  });
}

// In PCRE, "]" in the first position is an ordinary character, and so is "[" anywhere.
function translateClass(token: string): string {
  const [, open = "[", rest = ""] = /^(\[\^?)([\s\S]*)\]$/.exec(token) ?? [];
  const body = rest.startsWith("]") ? `\\${rest}` : rest;
  return `${open}${body.replace(/\\[\s\S]|\[/g, (part) => (part === "[" ? "\\[" : part))}]`;
}
