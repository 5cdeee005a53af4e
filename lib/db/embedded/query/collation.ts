import { ServerError } from "../errors";
import { compareStrings, type StringComparison } from "./compare";
import { toNumber } from "./numbers";
import { ownValue, type Doc } from "./values";

const sensitivities = ["base", "base", "accent", "variant", "variant", "variant"] as const;

/**
 * The string comparison of a collation document, `compareStrings` without one.
 *
 * @throws ServerError 2 BadValue where the locale is unknown
 */
export function compileCollation(collation: Doc | undefined): StringComparison {
  const locale = collation && ownValue(collation, "locale");
  if (!collation || locale === "simple") return compareStrings;
  if (typeof locale !== "string") {
    throw new ServerError(
      40414,
      "Location40414",
      "BSON field 'collation.locale' is missing but a required field",
    );
  }
  const strength = collation.strength === undefined ? 3 : toNumber(collation.strength);
  const caseLevel = collation.caseLevel === true;
  const caseFirst =
    collation.caseFirst === "upper" || collation.caseFirst === "lower" ? collation.caseFirst : "false";
  const base = sensitivities[strength];
  if (!base)
    throw new ServerError(51024, "Location51024", "BSON field 'strength' value must be between 1 and 5");
  try {
    const collator = new Intl.Collator(locale.replaceAll("_", "-"), {
      sensitivity: strength === 1 && caseLevel ? "case" : base,
      numeric: collation.numericOrdering === true,
      ignorePunctuation: collation.alternate === "shifted",
      caseFirst,
    });
    return (a, b) => collator.compare(a, b);
  } catch {
    throw new ServerError(2, "BadValue", `Field 'locale' is invalid in: { locale: "${locale}" }`);
  }
}
