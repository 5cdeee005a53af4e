import "server-only";

/**
 * The field `rev` of a body that has none, from the If-Match header: "3", with or without quotes. Anything else stays
 * text, which the schema of a body with a `rev` refuses: ignoring it could overwrite a newer version.
 */
export function revOf(request: Request): Record<string, unknown> {
  const header = request.headers.get("if-match");
  if (header === null) return {};
  return { rev: /^(\d+|"\d+")$/.test(header) ? Number(header.replaceAll('"', "")) : header };
}
