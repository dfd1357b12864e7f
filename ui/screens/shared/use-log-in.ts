import type { LoginQuery } from '#machines/login/login.types.ts';
import { useHref, useLoginActor } from './portal-context.tsx';

/** Leads to a login and back to this page. */
export function useLogIn(): (query: Omit<LoginQuery, 'redirect'>) => void {
  const login = useLoginActor();
  const redirect = useHref();
  return (query) => login.send({ type: 'login.requested', query: { ...query, redirect } });
}
