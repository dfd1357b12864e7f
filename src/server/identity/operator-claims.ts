import { type OperatorPerson, type OperatorRole, operatorRoles } from '#domain/operator.ts';
import { AnswerDisbelieved } from './oidc-faults.ts';
import type { Claims } from './oidc-profile.ts';

/** The names at the provider that give each of our roles. */
export type RoleNames = Readonly<Record<OperatorRole, readonly string[]>>;

/** In UTF-8: the limit of OpenID Connect for `sub` (Core 1.0, section 2). */
const SUBJECT_BYTES = 255;
const NAME_LENGTH = 100;

/**
 * Returns the roles that verified claims give: those whose names are in the claim, a list or a single text.
 * @param claim its name; `realm_access.roles` is `roles` inside `realm_access`, unless a claim has that whole name
 */
export function rolesIn(claims: Claims, claim: string, names: RoleNames): OperatorRole[] {
  const given = [claims[claim] ?? inside(claims, claim.split('.'))].flat();
  return operatorRoles.filter((role) => names[role].some((name) => given.includes(name)));
}

function inside(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return undefined;
  return inside((value as Record<string, unknown>)[first], rest);
}

/**
 * Returns who an operator is: the name of the claims `name`, `preferred_username` or `sub`, the first that is there.
 * @throws AnswerDisbelieved when the claims do not say so in texts that can be stored and shown
 */
export function operatorIn(claims: Claims): OperatorPerson {
  const { sub, name, preferred_username } = claims;
  const subject = textOf(sub);
  if (subject === null || Buffer.byteLength(subject) > SUBJECT_BYTES)
    throw new AnswerDisbelieved('the subject is empty, too long or no text');
  const shown = textOf(name) ?? textOf(preferred_username) ?? subject;
  return { subject, name: shown.slice(0, NAME_LENGTH).toWellFormed() };
}

/** A text in one line; null for anything else. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && !/[\p{Cc}\uFFFD]/u.test(value)
    ? value
    : null;
