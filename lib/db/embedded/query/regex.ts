import { ServerError } from "../errors";

const posixClasses: Record<string, string> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  punct: "!-\\/:-@\\[-`{-~",
  word: "\\w",
  xdigit: "0-9a-fA-F",
};

/**
 * Compiles a pattern of MongoDB's regular expressions (PCRE) to one of JavaScript's.
 *
 * @throws ServerError 51091 for a pattern that is none, 51108 for an unknown option
 */
export function compileRegex(source: string, options: string): RegExp {
  const invalid = /[^imsxu]/.exec(options);
  if (invalid) {
    throw new ServerError(51108, "Location51108", `invalid flag in regex options: ${invalid[0]}`);
  }
  let pattern = source;
  let given = options;
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  if (inline) {
    pattern = pattern.slice(inline[0].length);
    given += inline[1];
  }
  const has = (flag: string) => given.includes(flag);
  const flags = `${has("i") ? "i" : ""}${has("m") ? "m" : ""}${has("s") ? "s" : ""}`;
  const translated = translate(pattern, { extended: has("x"), multiline: has("m"), dotAll: has("s") });
  try {
    return new RegExp(translated, `${flags}u`);
  } catch {
    try {
      // Escapes that Unicode mode refuses ("\-") are fine in PCRE.
      return new RegExp(translated, flags);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      throw new ServerError(51091, "Location51091", `Regular expression is invalid: ${reason}`);
    }
  }
}

interface Mode {
  extended: boolean;
  multiline: boolean;
  dotAll: boolean;
}

// Where the two dialects differ: \A \Z \z \h, "." and "$" at line ends, POSIX classes, comments.
function translate(pattern: string, mode: Mode): string {
  let out = "";
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const char = pattern[index] as string;
    if (char === "\\") {
      index += 1;
      out += translateEscape(pattern[index] ?? "", inClass);
    } else if (inClass) {
      const posix = /^\[:(\^?)(\w+):\]/.exec(pattern.slice(index));
      const chars = posix?.[2] ? posixClasses[posix[2]] : undefined;
      if (posix && chars && !posix[1]) {
        out += chars;
        index += posix[0].length - 1;
      } else {
        if (char === "]") inClass = false;
        out += char === "[" ? "\\[" : char;
      }
    } else if (char === "[") {
      inClass = true;
      out += char;
      if (pattern[index + 1] === "^") {
        out += "^";
        index += 1;
      }
      if (pattern[index + 1] === "]") {
        out += "\\]";
        index += 1;
      }
    } else if (pattern.startsWith("(?#", index)) {
      index = skipTo(pattern, index, ")");
    } else if (mode.extended && char === "#") {
      index = skipTo(pattern, index, "\n");
    } else if (mode.extended && /\s/.test(char)) {
      continue;
    } else if (char === "." && !mode.dotAll) {
      out += "[^\\n]";
    } else if (char === "$" && !mode.multiline) {
      out += "(?=\\n?(?![\\s\\S]))";
    } else {
      out += char;
    }
  }
  return out;
}

function translateEscape(char: string, inClass: boolean): string {
  if (inClass) return `\\${char}`;
  switch (char) {
    case "A":
      return "(?<![\\s\\S])";
    case "z":
      return "(?![\\s\\S])";
    case "Z":
      return "(?=\\n?(?![\\s\\S]))";
    case "h":
      return "[ \\t]";
    default:
      return `\\${char}`;
  }
}

function skipTo(pattern: string, from: number, end: string): number {
  const found = pattern.indexOf(end, from);
  return found === -1 ? pattern.length : found;
}
