import { AppError } from "@/lib/errors";
import { limitLinked, limitPictures } from "@/lib/server/guarded-page";
import { loadSharedStatement } from "@/lib/views/links/shared-page";
import { statementPicture } from "@/components/statements/statement-picture";
import { drawn } from "./draw";

type Context = { params: Promise<{ token: string }> };

/** The picture of a shared statement, for messengers: what the page shows without a session, and nothing else. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    await limitPictures();
    const { token } = await params;
    const { statement } = await limitLinked(loadSharedStatement(token, null));
    const png = await drawn(statementPicture(statement));
    return new Response(png, {
      headers: { "Content-Type": "image/png", "Cache-Control": "private, no-store" },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, status, headers } = error;
    return new Response(message, { status, headers: { ...headers, "Cache-Control": "private, no-store" } });
  }
}
