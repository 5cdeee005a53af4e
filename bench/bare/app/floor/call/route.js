import { read } from "../read";

/** Sends the documents as they are stored. */
export async function GET(request) {
  return Response.json(await read(Object.fromEntries(new URL(request.url).searchParams)));
}
