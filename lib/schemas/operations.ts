import { accountOperations } from "./account-operations";
import { activityOperations } from "./activity-operations";
import { eventOperations } from "./event-operations";
import { groupOperations } from "./group-operations";
import { peopleOperations } from "./people-operations";
import { settlementOperations } from "./settlement-operations";

/** Every call that needs a session: those of spec section 7, and those beyond it. */
export const operations = {
  ...peopleOperations,
  ...groupOperations,
  ...eventOperations,
  ...settlementOperations,
  ...activityOperations,
  ...accountOperations,
} as const;

export type OperationName = keyof typeof operations;
