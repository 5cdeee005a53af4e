// The server does not know the time zone; a day is near enough on the account screen.
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The UTC day of an ISO date, `Nov 24, 2026`. */
export const dayOf = (iso: string): string => day.format(new Date(iso));
