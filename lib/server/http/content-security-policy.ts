type Directives = Record<string, (string | false | undefined)[]>;

/** The policy of every response that is not a page: nothing may run, load, be framed, or be submitted. */
export const RESPONSE_POLICY = print({
  "default-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
});

/** The policy of the service worker: it may fetch from this server only. */
export const SERVICE_WORKER_POLICY = print({
  "default-src": ["'none'"],
  "connect-src": ["'self'"],
  "img-src": ["'self'"],
});

/**
 * The Content-Security-Policy of a page. Scripts run only with the request's nonce, or if such a script loaded them.
 * Style sheets come from this server or have the nonce. Framing is not allowed.
 * @param options.nonce fresh for each request
 * @param options.development adds what hot reloading needs
 * @param options.signInOrigin where the sign-in form may redirect (browsers apply form-action to redirects)
 * @param options.pictureHosts hosts of users' pictures
 */
export function pagePolicy(options: {
  nonce: string;
  development: boolean;
  signInOrigin: string | undefined;
  pictureHosts: readonly string[];
}): string {
  const { nonce, development, signInOrigin, pictureHosts } = options;
  return print({
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", development && "'unsafe-eval'"],
    "style-src": ["'self'", development ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    // Sizes that are known only when the page is rendered.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", ...pictureHosts.map((host) => `https://${host}`)],
    "font-src": ["'self'"],
    "connect-src": ["'self'", development && "ws:"],
    "worker-src": ["'self'"],
    "form-action": ["'self'", signInOrigin],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  });
}

function print(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(" "))
    .join("; ");
}
