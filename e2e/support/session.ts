import { type Db, ObjectId } from "mongodb";
import { encode } from "next-auth/jwt";
import { newSession } from "@/lib/auth/session-token";
import { aSession } from "@/testing/a-session";

/** The cookie of a session over http. */
export const COOKIE = "authjs.session-token";

/** Stores a new user with this name, signed in. @returns the id and the value of the session's cookie */
export async function signedInUser(db: Db, secret: string, name: string) {
  const _id = new ObjectId();
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.org`;
  await db.collection("users").insertOne({ _id, name, email, image: null });
  const token = newSession(_id.toHexString(), await aSession(db, _id));
  const value = await encode({ token, secret, salt: COOKIE, maxAge: 3600 });
  return { id: _id.toHexString(), value };
}
