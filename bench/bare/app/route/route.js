export const dynamic = "force-dynamic";

const rows = Array.from({ length: 30 }, (_, index) => ({
  _id: String(index),
  name: `Row ${index}`,
  amount: index,
}));

/** 30 rows, without data or a session. */
export function GET() {
  return Response.json(rows);
}
