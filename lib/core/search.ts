/** The fewest characters that search for people by email (design section 5). */
export const SEARCH_MIN = 3;

/** The most characters of a search, which is the longest email address. */
export const SEARCH_MAX = 254;
