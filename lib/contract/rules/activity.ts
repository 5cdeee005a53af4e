import { multiLine } from "./rule";

export const MAX_COMMENT = 500;

export const commentRule = multiLine(MAX_COMMENT, "Write a comment.");
