import { accountOperations } from "./account";
import { activityOperations } from "./activity";
import { friendOperations } from "./friends";
import { guestOperations } from "./guests";
import { requestOperations } from "./requests";
import { statementOperations } from "./statements";
import { eventOperations } from "./events";
import { expenseOperations } from "./expenses";
import { groupOperations } from "./groups";
import { importOperations } from "./imports";
import { linkOperations } from "./links";
import { noticeOperations } from "./notices";
import { operationsOf } from "./operation";
import { peopleOperations } from "./people";
import { planOperations } from "./plans";
import { pushOperations } from "./push";
import { seriesOperations } from "./series";
import { settlementOperations } from "./settlements";
import { spendingOperations } from "./spending";
import { usualSplitOperations } from "./usual-split";

/** Every operation with a required or optional session. */
export const operations = operationsOf({
  ...peopleOperations,
  ...friendOperations,
  ...requestOperations,
  ...groupOperations,
  ...linkOperations,
  ...guestOperations,
  ...eventOperations,
  ...usualSplitOperations,
  ...statementOperations,
  ...expenseOperations,
  ...settlementOperations,
  ...planOperations,
  ...spendingOperations,
  ...importOperations,
  ...seriesOperations,
  ...activityOperations,
  ...noticeOperations,
  ...accountOperations,
  ...pushOperations,
});

export type OperationName = keyof typeof operations;
