export const dynamic = "force-dynamic";

const rows = Array.from({ length: 30 }, (_, index) => index);

/** 30 rows, without data or a session. */
export default function Page() {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row}>
          <b>Row {row}</b> <span>Somebody paid ${row}.00</span>
        </li>
      ))}
    </ul>
  );
}
