import { type LoginRefusal, loginRefusals } from '#domain/login.ts';
import { type LoginOutcome, loginOutcomes } from '#machines/login/login.types.ts';

type LoginReturn = { outcome: LoginOutcome | null; refusal: LoginRefusal | null; address: string };

/** The outcome of the login that the server appended to the address, and the address without it. */
export function readLoginReturn(address: string): LoginReturn {
  const url = new URL(address);
  const told = (name: string) => url.searchParams.get(name);
  if (told('login') === null) return { outcome: null, refusal: null, address };
  const outcome = loginOutcomes.find((it) => it === told('login')) ?? null;
  const refusal = loginRefusals.find((it) => it === told('refusal')) ?? null;
  url.searchParams.delete('login');
  url.searchParams.delete('refusal');
  return { outcome, refusal, address: url.toString() };
}
