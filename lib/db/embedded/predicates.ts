import { compareValues, type Doc } from "./query";

/** What a filter demands of one path, as far as an index can serve it. */
export type Predicate =
  | { kind: "in"; values: unknown[] }
  | { kind: "range"; operator: "$gt" | "$gte" | "$lt" | "$lte"; value: unknown }
  | { kind: "prefix"; text: string }
  | { kind: "exists" };

/** Path → the demands that must all hold. What is left out of it only makes the look-up wider. */
export type Predicates = Map<string, Predicate[]>;

const RANGES = new Set(["$gt", "$gte", "$lt", "$lte"]);

/** The demands of a filter that hold for every match: its own fields and those below `$and`. */
export function predicatesOf(filter: Doc): Predicates {
  const predicates: Predicates = new Map();
  collect(filter, predicates);
  return predicates;
}

/** The branches of a filter that is nothing but one `$or` (beside further demands), or null. */
export function orBranches(filter: Doc): Doc[] | null {
  const branches = filter.$or;
  if (!Array.isArray(branches) || branches.length === 0) return null;
  const { $or: _, ...rest } = filter;
  const others = Object.keys(rest).length > 0;
  return (branches as Doc[]).map((branch) => (others ? { $and: [rest, branch] } : branch));
}

function collect(filter: Doc, predicates: Predicates): void {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === "$and" && Array.isArray(condition)) {
      for (const part of condition) collect(part as Doc, predicates);
    } else if (!path.startsWith("$")) {
      const found = predicatesOfField(condition);
      if (found.length > 0) predicates.set(path, [...(predicates.get(path) ?? []), ...found]);
    }
  }
}

function predicatesOfField(condition: unknown): Predicate[] {
  if (!isOperatorDocument(condition)) return equality([condition]);
  const found: Predicate[] = [];
  for (const [operator, value] of Object.entries(condition)) {
    if (operator === "$eq") found.push(...equality([value]));
    else if (operator === "$in" && Array.isArray(value)) found.push(...equality(value as unknown[]));
    else if (operator === "$exists" && isTruthy(value)) found.push({ kind: "exists" });
    else if (operator === "$regex") found.push(...prefix(value, condition.$options));
    else if (RANGES.has(operator) && isOrdered(value)) {
      found.push({ kind: "range", operator: operator as "$gt", value });
    }
  }
  return found;
}

function equality(values: unknown[]): Predicate[] {
  const single = values.length === 1 ? values[0] : undefined;
  if (isRegex(single)) return prefix(single, undefined);
  // An array matches as a whole too, a regex matches strings: neither is among the values of an index.
  if (values.some((value) => Array.isArray(value) || isRegex(value) || value === undefined)) return [];
  const distinct: unknown[] = [];
  for (const value of [...values].sort(compareValues)) {
    if (distinct.length === 0 || compareValues(distinct.at(-1), value) !== 0) distinct.push(value);
  }
  return [{ kind: "in", values: distinct }];
}

/** `/^literal…/` without flags matches only strings that begin so. */
function prefix(value: unknown, options: unknown): Predicate[] {
  const [pattern, flags] = patternOf(value, options);
  if (pattern === null || flags !== "" || !pattern.startsWith("^")) return [];
  let text = "";
  for (let index = 1; index < pattern.length; index += 1) {
    let char = pattern[index] as string;
    if (char === "\\") {
      char = pattern[index + 1] ?? "";
      if (char === "" || /[a-zA-Z0-9]/.test(char)) break;
      index += 1;
    } else if (/[.*+?()[\]{}|^$]/.test(char)) {
      break;
    }
    // A literal that may be missing is no part of the prefix; an alternative makes it none at all.
    if (/[*?{]/.test(pattern[index + 1] ?? "")) break;
    text += char;
  }
  return text === "" || pattern.includes("|") ? [] : [{ kind: "prefix", text }];
}

function patternOf(value: unknown, options: unknown): [string | null, string] {
  const flags = typeof options === "string" ? options : "";
  if (typeof value === "string") return [value, flags];
  if (value instanceof RegExp) return [value.source, value.flags];
  const regex = value as { pattern?: string; options?: string } | null;
  return isRegex(value) ? [regex?.pattern ?? null, flags || (regex?.options ?? "")] : [null, ""];
}

export function isRegex(value: unknown): boolean {
  return value instanceof RegExp || (value as { _bsontype?: string } | null)?._bsontype === "BSONRegExp";
}

function isOperatorDocument(value: unknown): value is Doc {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Date)
    return false;
  if ("_bsontype" in value || value instanceof RegExp || value instanceof Uint8Array) return false;
  return Object.keys(value)[0]?.startsWith("$") ?? false;
}

// Ranges are bracketed by type. Only of these is the bracket the same in MongoDB and in our keys.
function isOrdered(value: unknown): boolean {
  if (typeof value === "string" || value instanceof Date) return true;
  if (typeof value === "number") return !Number.isNaN(value);
  const type = (value as { _bsontype?: string } | null)?._bsontype;
  if (type === "Double") return !Number.isNaN((value as { value: number }).value);
  if (type === "Decimal128") return String(value) !== "NaN";
  return type === "Long" || type === "Int32" || type === "ObjectId" || type === "Timestamp";
}

function isTruthy(value: unknown): boolean {
  if (typeof value === "object" && value !== null && "value" in value) return Boolean(value.value);
  return Boolean(value);
}

/** Whether every document that has these demands met is in a partial index with this filter. */
export function implies(predicates: Predicates, partial: Doc, matches: (doc: Doc) => boolean): boolean {
  return Object.entries(partial).every(([path, condition]) => {
    if (path === "$and" && Array.isArray(condition)) {
      return condition.every((part) => implies(predicates, part as Doc, matches));
    }
    if (path.startsWith("$") || path.includes(".")) return false;
    const demands = predicates.get(path) ?? [];
    return demands.some((demand) => meets(demand, path, condition, partial, matches));
  });
}

function meets(
  demand: Predicate,
  path: string,
  condition: unknown,
  partial: Doc,
  matches: (doc: Doc) => boolean,
): boolean {
  if (demand.kind === "in") {
    // The partial filter itself decides on each value, where it is the only condition in it.
    if (Object.keys(partial).length > 1) return demand.values.every((value) => equalTo(condition, value));
    return (
      demand.values.length > 0 && demand.values.every((value) => value !== null && matches({ [path]: value }))
    );
  }
  if (!isOperatorDocument(condition)) return false;
  const entries = Object.entries(condition);
  const [operator, bound] = entries[0] ?? ["", undefined];
  if (entries.length !== 1) return false;
  if (operator === "$exists") return isTruthy(bound);
  if (operator === "$type" && demand.kind === "prefix") return bound === "string" || bound === 2;
  if (demand.kind !== "range" || !RANGES.has(operator)) return false;
  const order = compareValues(demand.value, bound);
  if (!sameBracket(demand.value, bound)) return false;
  const upward = operator.startsWith("$gt");
  if (upward !== demand.operator.startsWith("$gt")) return false;
  if (order === 0) return operator.endsWith("e") || demand.operator === operator;
  return upward ? order > 0 : order < 0;
}

function equalTo(condition: unknown, value: unknown): boolean {
  if (value === null) return false;
  if (!isOperatorDocument(condition)) return compareValues(condition, value) === 0;
  const { $eq, $exists, ...others } = condition;
  if (Object.keys(others).length > 0) return false;
  if ($exists !== undefined && !isTruthy($exists)) return false;
  return $eq === undefined || compareValues($eq, value) === 0;
}

function sameBracket(a: unknown, b: unknown): boolean {
  const kind = (value: unknown) => {
    if (typeof value === "number") return "number";
    if (value instanceof Date) return "date";
    const type = (value as { _bsontype?: string } | null)?._bsontype;
    return type === "Long" || type === "Double" || type === "Int32" || type === "Decimal128"
      ? "number"
      : (type ?? typeof value);
  };
  return kind(a) === kind(b);
}
