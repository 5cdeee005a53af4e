/** Days for which deleted items can be restored. The database purges them afterwards. */
export const RESTORABLE_DAYS = 30;

/** How many days of activity all groups together show. Each group shows all of its own. */
export const RECENT_DAYS = 30;

/** Days for which a browser that nobody signs in with again gets push messages. A session lasts 30 days at most. */
export const PUSH_DEVICE_DAYS = 90;
