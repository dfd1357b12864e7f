import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountSession } from './response.ts';

/** A login with this browser that has not ended: its input on the login page, and its time. */
export type Visit = {
  cookie: string;
  posted: unknown;
  label: string;
  since: Date;
  session: AccountSession;
};

/** Sessions at the account, which its cookie keeps as long as the browser is open. */
export function createVisits(cookieName: string) {
  const visits = new Map<string, Visit>();
  const cookieOf = ({ headers }: FastifyRequest) =>
    new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(headers.cookie ?? '')?.[1] ?? '';
  const setCookie = (reply: FastifyReply, value: string, more = '') =>
    reply.header('Set-Cookie', `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax${more}`);
  return {
    of: (request: FastifyRequest): Visit | null => visits.get(cookieOf(request)) ?? null,
    /** A login with this browser takes the place of an earlier one. */
    begin(reply: FastifyReply, visit: Pick<Visit, 'posted' | 'label' | 'session'>): void {
      const cookie = randomBytes(16).toString('hex');
      visits.set(cookie, { ...visit, cookie, since: new Date() });
      setCookie(reply, cookie);
    },
    find: ({ nameId, index }: AccountSession): Visit | undefined =>
      [...visits.values()].find(({ session }) => session.nameId === nameId && session.index === index),
    end: ({ cookie }: Visit): void => void visits.delete(cookie),
    forget: (reply: FastifyReply): void => void setCookie(reply, '', '; Max-Age=0'),
  };
}
export type Visits = ReturnType<typeof createVisits>;
