/** At least this many characters are needed to search for people by email (design section 5). */
export const SEARCH_MIN = 3;
