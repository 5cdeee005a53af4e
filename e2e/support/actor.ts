import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  expect,
  type Page,
} from "@playwright/test";

type Json = Record<string, unknown>;

/** A signed-in user with their own browser. Calls the API like that browser does. */
export class Actor {
  constructor(
    readonly name: string,
    readonly email: string,
    /** The user's `_id`. */
    readonly id: string,
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {}

  get firstName(): string {
    return this.name.split(" ")[0] ?? this.name;
  }

  get<T>(path: string): Promise<T> {
    return this.call<T>("GET", path);
  }

  post<T>(path: string, body: Json): Promise<T> {
    return this.call<T>("POST", path, body);
  }

  put<T>(path: string, body: Json = {}): Promise<T> {
    return this.call<T>("PUT", path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.call<T>("DELETE", path);
  }

  /** The raw response, including errors. */
  fetch(method: string, path: string, body?: Json): Promise<APIResponse> {
    return this.context.request.fetch(this.url + path, {
      method,
      headers: { Origin: this.url },
      ...(body && { data: body }),
    });
  }

  private async call<T>(method: string, path: string, body?: Json): Promise<T> {
    const response = await this.fetch(method, path, body);
    expect(response.status(), `${method} ${path}: ${await response.text()}`).toBeLessThan(300);
    return (await response.json()) as T;
  }
}

/**
 * Signs in a demo person with the same calls as the entry screen's form. `api` keeps the cookies.
 * @param email any address at demo.test
 */
export async function demoSignIn(api: APIRequestContext, url: string, email: string): Promise<void> {
  const { csrfToken } = (await (await api.get(`${url}/api/auth/csrf`)).json()) as { csrfToken: string };
  const form = { csrfToken, email, callbackUrl: `${url}/friends` };
  const response = await api.post(`${url}/api/auth/callback/demo`, { form, maxRedirects: 0 });
  expect(response.status(), `Signing in as ${email}`).toBe(302);
}

/** Signs in a demo person without the screens. */
export async function signIn(context: BrowserContext, url: string, email: string): Promise<Actor> {
  await demoSignIn(context.request, url, email);
  return signedIn(context, url, await context.newPage());
}

/** The user who is signed in to this browser. @throws if there is none */
export async function signedIn(context: BrowserContext, url: string, page: Page): Promise<Actor> {
  const session = (await (await context.request.get(`${url}/api/auth/session`)).json()) as {
    user?: { id: string; name: string; email: string };
  } | null;
  if (!session?.user) throw new Error("Nobody is signed in.");
  const { id, name, email } = session.user;
  return new Actor(name, email, id, context, page, url);
}
