/**
 * The Content-Security-Policy of a page: scripts run only where they carry the request's nonce, or were loaded
 * by one that does; nobody may frame us.
 * @param options.nonce fresh for each request
 * @param options.development adds what hot reloading needs
 * @param options.signInOrigin where the sign-in form may lead (browsers apply form-action to redirects as well)
 */
export function contentSecurityPolicy(options: {
  nonce: string;
  development: boolean;
  signInOrigin: string | undefined;
}): string {
  const { nonce, development, signInOrigin } = options;
  const directives: Record<string, (string | false | undefined)[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", development && "'unsafe-eval'"],
    // Style attributes are rendered on the server, and toasts bring a style sheet of their own.
    "style-src": ["'self'", "'unsafe-inline'"],
    // Pictures come from the sign-in provider's servers, which have many names.
    "img-src": ["'self'", "data:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", development && "ws:"],
    "form-action": ["'self'", signInOrigin],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(" "))
    .join("; ");
}
