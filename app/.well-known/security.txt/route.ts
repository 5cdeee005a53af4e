import { securityTxt } from "@/lib/server/http/security-txt";

export function GET(request: Request): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" };
  return new Response(securityTxt(request), { headers });
}
