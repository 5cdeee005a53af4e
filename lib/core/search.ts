/** The minimum length of a search by email (design section 5). */
export const SEARCH_MIN = 3;

/** The maximum length of a search: that of an email address. */
export const SEARCH_MAX = 254;
