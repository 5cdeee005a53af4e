import { ServerError } from "../errors";

/** An argument that makes no sense (code 2). */
export function badValue(message: string): ServerError {
  return new ServerError(2, "BadValue", message);
}

/** A command or operator that cannot be parsed (code 9). */
export function failedToParse(message: string): ServerError {
  return new ServerError(9, "FailedToParse", message);
}

/** A value of the wrong type (code 14). */
export function typeMismatch(message: string): ServerError {
  return new ServerError(14, "TypeMismatch", message);
}

/** One of the errors MongoDB knows only by number. */
export function location(code: number, message: string): ServerError {
  return new ServerError(code, namedLocations[code] ?? `Location${code}`, message);
}

// The few that have a name after all: a field that is absent, a field that nobody knows.
const namedLocations: Record<number, string> = { 40414: "IDLFailedToParse", 40415: "IDLUnknownField" };
