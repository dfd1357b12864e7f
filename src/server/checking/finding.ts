import { PartnerUnavailable } from '#server/partner-unavailable.ts';

/** Outcome of a check, in words for operators; without secrets, and without words of a partner. */
export type Finding = {
  level: 'ok' | 'warning' | 'fault';
  /** Part of the installation. */
  about: string;
  said: string;
  /** Advice, and the page of `docs/` that says more. */
  todo?: string;
  page?: string;
};

/** Looks at one part of an installation. Whatever it throws is a fault of this part. */
export type Check = { about: string; page: string; look: () => Promise<Finding[]> };

export const ok = (about: string, said: string): Finding => ({ level: 'ok', about, said });
export const warning = (about: string, said: string, todo: string, page: string): Finding => ({
  level: 'warning',
  about,
  said,
  todo,
  page,
});
export const fault = (about: string, said: string, todo: string, page: string): Finding => ({
  level: 'fault',
  about,
  said,
  todo,
  page,
});

/** Returns a finding as lines. */
export function inLines({ level, about, said, todo, page }: Finding): string[] {
  const indent = ' '.repeat(9);
  const first = `${level.padEnd(7)}  ${about}: ${said.replaceAll('\n', `\n${indent}`)}`;
  return todo === undefined ? [first] : [first, `${indent}${todo} (docs/${page})`];
}

const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

/**
 * Returns why something has failed: our own words about a partner, and codes of Node or PostgreSQL; never the message
 * of a library, which may repeat what was sent.
 */
export function reasonOf(error: unknown): string {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 6; at = at.cause) causes.push(at);
  const codes = causes.flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' && CODE.test(cause.code) ? [cause.code] : [],
  );
  const ours = causes.find((cause) => cause instanceof PartnerUnavailable)?.message;
  const words = ours ?? (codes.length === 0 ? (causes[0]?.name ?? 'unknown') : 'it fails');
  return codes.length === 0 ? words : `${words} (${codes.at(-1)})`;
}
