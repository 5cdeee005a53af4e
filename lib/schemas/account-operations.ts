import * as answers from "./answers";
import { blockUser } from "./friend";
import { list, operation } from "./operation";

// Calls about the signed-in user's own account, and the exports of data.

export const accountOperations = {
  listBlocked: operation({
    method: "GET",
    path: "/api/users/blocks",
    summary: "The people whom the signed-in user has blocked",
    limit: "read",
    answer: list(answers.person),
  }),
  blockUser: operation({
    method: "POST",
    path: "/api/users/blocks",
    summary: "Block a person: they no longer find, ask or invite the signed-in user",
    limit: "write",
    body: blockUser,
    answer: answers.success,
    errors: ["not-found"],
  }),
  unblockUser: operation({
    method: "DELETE",
    path: "/api/users/blocks/{blockedId}",
    summary: "End a block",
    limit: "write",
    answer: answers.success,
    errors: ["not-found"],
  }),
} as const;
