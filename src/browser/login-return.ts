import { type LoginOutcome, loginOutcomes } from '#machines/login/login.types.ts';

/** The outcome that the server appended to the address, and the address without it. */
export function readLoginReturn(address: string): { outcome: LoginOutcome | null; address: string } {
  const url = new URL(address);
  const value = url.searchParams.get('login');
  const outcome = loginOutcomes.find((it) => it === value) ?? null;
  if (value === null) return { outcome: null, address };
  url.searchParams.delete('login');
  url.searchParams.delete('refusal');
  return { outcome, address: url.toString() };
}
