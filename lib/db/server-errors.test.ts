import {
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from "mongodb";
import { AppError } from "@/lib/errors";
import { DatabaseUnavailable, isOutage } from "./server-errors";

const withLabel = (label: string) => {
  const error = new MongoServerError({ message: "not primary", code: 10107 });
  error.addErrorLabel(label);
  return error;
};
const ofSystem = (code: string) => Object.assign(new Error("This socket has been ended"), { code });

test.each([
  ["not connected at all", new DatabaseUnavailable("The MongoDB server cannot be reached.")],
  ["a connection lost", new MongoNetworkError("connection closed")],
  ["no server found", new MongoServerSelectionError("timed out", {} as TopologyDescription)],
  ["another primary being chosen", withLabel("RetryableWriteError")],
  ["a connection that broke while writing", ofSystem("EPIPE")],
  ["a connection reset", ofSystem("ECONNRESET")],
])("%s is an outage", (_, error) => expect(isOutage(error)).toBe(true));

test.each([
  ["a duplicate key", new MongoServerError({ message: "E11000", code: 11000 })],
  ["a write conflict", withLabel("TransientTransactionError")],
  ["a defect of ours", new TypeError("undefined is not a function")],
  ["a refusal", new AppError("not-found")],
  ["a file that is not there", ofSystem("ENOENT")],
  ["nothing", undefined],
])("%s is not an outage", (_, error) => expect(isOutage(error)).toBe(false));
