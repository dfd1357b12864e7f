import type { Call, Infer, InferInput } from '#contract/call.ts';
import { type CallName, type Calls, calls } from '#contract/calls.ts';
import type { ProblemDetails } from '#contract/problem.ts';
import { UNATTENDED_HEADER } from '#contract/unattended-header.ts';
import { WINDOW_HEADER } from '#contract/window-header.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { BusinessFault } from '#stand-ins/business/faults.ts';
import { type BusinessChoice, type LoginChoice, visitAccount } from '#stand-ins/identity/visit.ts';
import { type OpenIdChoice, visitProvider } from '#stand-ins/openid/visit.ts';

/** A query that may be omitted entirely. */
type OptionalWhenEmpty<K extends string, I> = K extends 'query'
  ? Partial<I> extends I
    ? { [P in K]?: I }
    : { [P in K]: I }
  : { [P in K]: I };
type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C extends { [P in K]: infer S }
  ? OptionalWhenEmpty<K, InferInput<S>>
  : { [P in K]?: undefined };
export type Arguments<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>;

/** A refusal by the server, as problem details. */
export class Refused extends Error {
  readonly problem: ProblemDetails;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemDetails, retryAfter?: number) {
    super(
      `${problem.status} ${problem.code} ${problem.detail ?? ''} ${JSON.stringify(problem.fields ?? '')}`,
    );
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** A browser without a screen: cookies, the anti-forgery header, and the calls of the contract. */
export class PortalClient {
  readonly #url: string;
  readonly cookies = new Map<string, string>([['XSRF-TOKEN', 'x'.repeat(32)]]);
  /** The window that the calls come from; null for a client that does not know about windows. */
  window: string | null = null;
  /** False for a window that marks its calls as made by itself. */
  isAttended = true;

  constructor(url: string) {
    this.#url = url;
  }

  /** Another window of the same browser. */
  otherWindow(window: string | null): PortalClient {
    const other = new PortalClient(this.#url);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    other.window = window;
    return other;
  }

  /** Makes a call; returns its checked result. @throws Refused */
  async call<N extends CallName>(
    name: N,
    input: Arguments<Calls[N]>,
  ): Promise<Infer<Calls[N] extends { answer: infer A } ? A : undefined>> {
    const { params, query, body } = input as { params?: object; query?: object; body?: object };
    const call: Call = calls[name];
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[key])),
    );
    const response = await this.fetch(`${path}${search(query)}`, {
      method: call.method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Refused((await response.json()) as ProblemDetails, retryAfterOf(response));
    const answer: unknown = response.status === 204 ? undefined : await response.json();
    return answer as never;
  }

  /** A form of the portal's own engine (FORMIO), with its stored data. @throws Refused */
  async openForm(input: Arguments<Calls['getAccessData']>) {
    const access = await this.call('getAccessData', input);
    if (access.fmsType !== 'FORMIO') throw new Error(`a form of the kind ${access.fmsType}`);
    return access;
  }

  /** Headers that tell the server whose request it is. */
  headers(): Record<string, string> {
    return {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': this.cookies.get('XSRF-TOKEN') ?? '',
      ...(!this.isAttended && { [UNATTENDED_HEADER]: 'true' }),
      ...(this.window !== null && { [WINDOW_HEADER]: this.window }),
    };
  }

  /** A bare request with the cookies of this browser; redirects are not followed. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(path, this.#url), {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, ...this.headers() },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Logs in at the business account's stand-in, as a person who acts for an account. */
  async logInAsBusiness(
    choice: BusinessChoice,
    options: { redirect?: string; forceNew?: boolean; processId?: string; fault?: BusinessFault } = {},
  ): Promise<string> {
    const { redirect = '/nutzerkonto', forceNew = false, processId, fault } = options;
    const request = await this.call('requestSamlLogin', {
      query: {
        providerId: 'elster',
        redirect,
        cancelUrl: redirect,
        locale: 'de',
        timezone: 'Europe/Berlin',
        forceNew: forceNew ? 'true' : 'false',
        ...(processId && { processId }),
      },
    });
    const answer = await visitAccount(request, choice, { ...(fault && { fault }) });
    const received = await fetch(answer.url, {
      method: 'POST',
      body: new URLSearchParams(answer.fields),
      redirect: 'manual',
    });
    const returned = await this.fetch(received.headers.get('location') ?? '');
    return returned.headers.get('location') ?? '';
  }

  /** Logs in at the account's stand-in; returns the path that the browser ends on. */
  async logIn(
    choice: LoginChoice,
    options: {
      redirect?: string;
      trustLevel?: TrustLevel;
      forceNew?: boolean;
      /** Names of the account's data that the browser chooses. */
      scopes?: string;
      /** Requests the login without the session, as if nobody were logged in; the session then redeems it. */
      withoutSession?: boolean;
      /** The application that is to be sent after this login, and its owner. */
      processId?: string | undefined;
      person?: string | undefined;
      postboxIsClosed?: boolean;
      /** The account asks for nothing: the person logged in there an hour ago. */
      sessionIsOld?: boolean;
      /** The account is faulty: it ignores the demand for a new login. */
      sessionIsKept?: boolean;
      /** The place that the account names since the person has moved. */
      movedTo?: string;
    } = {},
  ): Promise<string> {
    const hidden = options.withoutSession ? this.#hideSession() : null;
    const request = await this.call('requestSamlLogin', {
      query: {
        providerId: 'nkb',
        scopes: options.scopes,
        redirect: options.redirect ?? '/nutzerkonto',
        cancelUrl: '/nutzerkonto',
        locale: 'de',
        timezone: 'Europe/Berlin',
        trustLevel: options.trustLevel ?? 'low',
        forceNew: options.forceNew ? 'true' : 'false',
        processId: options.processId,
        person: options.person,
      },
    });
    hidden?.show();
    const answer = await visitAccount(request, choice, {
      postboxIsClosed: options.postboxIsClosed ?? false,
      sessionIsOld: options.sessionIsOld ?? false,
      sessionIsKept: options.sessionIsKept ?? false,
      ...(options.movedTo && { movedTo: options.movedTo }),
    });
    // The account's page posts from another site, so the request has no cookies of the portal.
    const received = await fetch(answer.url, {
      method: 'POST',
      body: new URLSearchParams(answer.fields),
      redirect: 'manual',
    });
    const returned = await this.fetch(received.headers.get('location') ?? '');
    return returned.headers.get('location') ?? '';
  }

  /** Logs in by OpenID Connect; returns the path that the browser ends on. */
  async logInBy(
    providerId: 'eid' | 'sk',
    choice: OpenIdChoice,
    options: { trustLevel?: TrustLevel; forceNew?: boolean; sessionIsOld?: boolean } = {},
  ): Promise<string> {
    const { url } = await this.call('requestOidcLogin', {
      query: {
        providerId,
        redirect: '/nutzerkonto',
        locale: 'de',
        timezone: 'Europe/Berlin',
        trustLevel: options.trustLevel ?? 'low',
        forceNew: options.forceNew ? 'true' : 'false',
      },
    });
    const back = await visitProvider(url, choice, { sessionIsOld: options.sessionIsOld ?? false });
    const { pathname, search: answer } = new URL(back);
    const received = await this.fetch(`${pathname}${answer}`);
    const returned = await this.fetch(received.headers.get('location') ?? '');
    return returned.headers.get('location') ?? '';
  }

  #hideSession() {
    const sessions = [...this.cookies].filter(([name]) => name.endsWith('sp_session'));
    for (const [name] of sessions) this.cookies.delete(name);
    return {
      show: () => {
        for (const [name, value] of sessions) this.cookies.set(name, value);
      },
    };
  }

  /** Uploads a file for a field of a form. @throws Refused */
  upload(processId: string, path: string, name: string, content: Uint8Array) {
    return this.#send(`/api/process/${processId}/upload`, { path, name }, content);
  }

  /** Uploads a file for a document that is owed for a sent application. @throws Refused */
  uploadHandIn(processId: string, path: string, name: string, content: Uint8Array) {
    return this.#send(`/api/process/${processId}/hand-in/upload`, { path, name }, content);
  }

  async #send(address: string, query: { path: string; name: string }, content: Uint8Array) {
    const response = await this.fetch(`${address}${search(query)}`, {
      method: 'POST',
      body: content as BodyInit,
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (!response.ok) throw new Refused((await response.json()) as ProblemDetails);
    return (await response.json()) as {
      id: string;
      name: string;
      size: number;
      type: string;
      checked: boolean;
    };
  }
}

/** Seconds after which the server wants to be asked again. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds === null ? undefined : Number(seconds);
}

function search(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? `?${new URLSearchParams(entries as [string, string][])}` : '';
}
