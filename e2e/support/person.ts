const TIMEOUT_MS = 20_000;

export type ApiResponse = { status: number; headers: Headers; text: string; body: unknown };

/** What a request has besides method and path. `key`: its Idempotency-Key. */
export type Extras = {
  body?: object | undefined;
  key?: string | undefined;
  headers?: HeadersInit;
  redirect?: RequestRedirect;
};

/** A person who uses the application over HTTP, without a browser. */
export class Person {
  id = "";

  /** @param cookie of a session; default: none, until they sign in */
  constructor(
    private readonly url: () => string,
    readonly email: string,
    private cookie = "",
  ) {}

  async signIn(): Promise<this> {
    const csrf = await fetch(`${this.url()}/api/auth/csrf`);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const response = await fetch(`${this.url()}/api/auth/callback/demo`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookiesOf(csrf), Origin: this.url() },
      body: new URLSearchParams({ csrfToken, email: this.email }),
    });
    return this.use(cookiesOf(response));
  }

  /** Takes part without an account, as a new guest, with the secret of a link. */
  async join(token: string, name: string): Promise<this> {
    const response = await fetch(`${this.url()}/api/join/${token}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: this.url() },
      body: JSON.stringify({ name }),
    });
    return this.use(cookiesOf(response));
  }

  private async use(cookie: string): Promise<this> {
    this.cookie = cookie;
    const { body } = await this.send("GET", "/api/auth/session");
    this.id = (body as { user: { id: string } }).user.id;
    return this;
  }

  /** Sends a request. The body of a response that is not JSON is null. */
  async send(
    method: string,
    path: string,
    { body, key, headers, redirect = "manual" }: Extras = {},
  ): Promise<ApiResponse> {
    const response = await fetch(this.url() + path, {
      method,
      redirect,
      headers: {
        Cookie: this.cookie,
        Origin: this.url(),
        ...(body && { "Content-Type": "application/json" }),
        ...(key && { "Idempotency-Key": key }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? (JSON.parse(text) as unknown) : null,
    };
  }

  /** @throws unless the call succeeds */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text, body: response } = await this.send(method, path, { body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return response as T;
  }
}

const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
