import { Elements } from "./elements";
import { read } from "./read";

/** Reads what the application's page shows, and sends its elements. */
export default async function Page({ searchParams }) {
  const { screen, ...asked } = await searchParams;
  await read(asked);
  return <Elements screen={screen} />;
}
