/** A masked address; where it does not fit on one line it breaks before the @ and not within a word. */
export function MaskedEmail({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  if (at <= 0) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
