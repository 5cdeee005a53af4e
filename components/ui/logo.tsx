/** The mark: two equal coins on a level beam, which also form a smiling face. The same in both themes. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden className="size-9 shrink-0">
      <rect width="40" height="40" rx="13" fill="#1c7153" />
      <circle cx="13.5" cy="14.5" r="4.5" fill="#f4b942" />
      <circle cx="26.5" cy="14.5" r="4.5" fill="#fffdf8" />
      <path
        d="M9 24.5c6.5 5.5 15.5 5.5 22 0"
        fill="none"
        stroke="#fffdf8"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
