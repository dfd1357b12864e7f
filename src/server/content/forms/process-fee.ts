import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { type FeeFacts, feeFacts } from '#domain/fee.ts';
import { levelNeeded } from '#domain/login-ways.ts';
import { reachesLevel, trustLevels } from '#domain/trust-level.ts';
import { namesRead } from '#forms/names-read.ts';
import { logicProblems } from '#forms/schema/logic.ts';
import type { FormProblem, Placed, Targets } from '#forms/schema/types.ts';
import type { JsonLogic } from '#forms/types.ts';
import type { Metadata } from '../types.ts';
import { isFee } from './amounts.ts';

/** The parts of an offer that decide which facts an application at an authority can have. */
type FeeSource = Pick<Metadata, 'idpIds' | 'mode' | 'trustLevel' | 'identificationType'> & {
  authority: Pick<Metadata['authority'], 'id'>;
};

/** Result of a rule over facts of the process in one case. */
export type ProcessFee = { facts: FeeFacts; cents: unknown; isCharged: boolean };

const known: ReadonlySet<string> = new Set(feeFacts.map((fact) => `process.${fact}`));

/** Names that a rule over facts of the process reads although there is no such fact. */
export const strangeNames = (rule: JsonLogic): string[] =>
  [...namesRead(rule)].filter((name) => !known.has(name));

const field = (key: string, order: number): Targets extends Map<string, infer F> ? F : never => ({
  component: { type: 'textfield', key, label: key, input: true },
  path: [],
  order,
});
/** Facts as the fields of a form, so that rules over them know the same operators. */
const facts: Targets = new Map(feeFacts.map((fact, order) => [fact, field(fact, order)]));
const result: Placed = field('fee', facts.size);

/** Returns the faults of a rule over facts of the process, apart from names that are no facts. */
export const ruleProblems = (rule: JsonLogic): FormProblem[] =>
  logicProblems(asFormRule(rule), [], { item: result, targets: facts, before: true });

const asFormRule = (rule: JsonLogic): JsonLogic =>
  JSON.parse(JSON.stringify(rule).replaceAll('"process.', '"data.')) as JsonLogic;

/**
 * Returns the fee of each case that an application at this authority can be in. A rule over facts of the process is
 * known as a whole before anybody starts. `isCharged` is false for a login that can begin the form but not send it.
 * @param areas regional keys of the municipalities that the offer is for
 */
export function processFees(rule: JsonLogic, offer: FeeSource, areas: readonly string[]): ProcessFee[] {
  const byArea = namesRead(rule).has('process.area') ? areas : areas.slice(0, 1);
  const needed = levelNeeded(offer);
  const logins = offer.idpIds.flatMap((provider) =>
    (provider === 'anon' ? (['low'] as const) : trustLevels).map((trustLevel) => ({
      provider,
      trustLevel,
      isCharged: provider === 'anon' ? offer.mode === 'none' : reachesLevel(trustLevel, needed),
    })),
  );
  return byArea.flatMap((area) =>
    logins.map(({ isCharged, ...login }) => {
      const facts = { area, authority: offer.authority.id, ...login };
      return { facts, cents: jsonLogic.apply(rule as RulesLogic, { process: facts }) as unknown, isCharged };
    }),
  );
}

/** Amounts that are charged in the cases in which the form can be sent, in cents. */
export const chargedFees = (fees: readonly ProcessFee[]): number[] =>
  fees.flatMap(({ cents, isCharged }) => (isCharged && isFee(cents) ? [cents] : []));
