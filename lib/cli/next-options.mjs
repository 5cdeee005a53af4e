/**
 * The options for a command of Next.js. The development server signs in demo people, so it is for this computer only,
 * unless a host name is given.
 * @param {readonly string[]} given the command and its options
 * @returns {string[]}
 */
export function nextOptions(given) {
  const named = given.some((option) => /^(-H|--hostname(=|$))/.test(option));
  return given[0] === "dev" && !named ? [...given, "--hostname", "localhost"] : [...given];
}
