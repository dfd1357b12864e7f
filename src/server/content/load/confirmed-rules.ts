import * as z from 'zod';
import type { ConfirmedRule } from '#domain/confirmed-rule.ts';
import de from '#locales/de/rules.json' with { type: 'json' };
import en from '#locales/en/rules.json' with { type: 'json' };
import { branchesOf } from '#machines/drawing/arrows.ts';
import type { RuleMeta } from '#machines/kit/rule.ts';
import { statusMachineOf } from '#machines/status-machines.ts';
import type { ContentFault } from '../types.ts';
import { type ContentFolder, readChecked } from './folder.ts';
import { faultAt } from './json-file.ts';

/** File in which an administration confirms assumed rules; a folder without it has confirmed none. */
export const CONFIRMED_RULES = 'workflow-rules.json';

const words = z.string().trim().min(1).max(500);
const schema = z.strictObject({
  confirmed: z.record(
    z.string(),
    z.strictObject({ by: words, on: z.iso.date(), wording: words, note: words.optional() }),
  ),
});

/** Sources of all rules by which the server decides, by id. */
const sources = new Map(
  Object.values(statusMachineOf).flatMap((machine) =>
    branchesOf(machine).flatMap(({ definition }): [string, string][] => {
      const { rule, source } = (definition.meta ?? {}) as Partial<RuleMeta>;
      return rule === undefined || source === undefined ? [] : [[rule, source]];
    }),
  ),
);

const sentences: Readonly<Record<string, string>>[] = [de, en];

/** Reads the confirmations of a content folder (docs/content.md). */
export function loadConfirmedRules(folder: ContentFolder): {
  confirmedRules: Map<string, ConfirmedRule>;
  faults: ContentFault[];
} {
  const confirmedRules = new Map<string, ConfirmedRule>();
  if (folder.missing(CONFIRMED_RULES).length > 0) return { confirmedRules, faults: [] };
  const { value, json, faults } = readChecked(folder, CONFIRMED_RULES, schema);
  if (!value) return { confirmedRules, faults };
  const wrong: ContentFault[] = [];
  for (const [rule, { note = null, ...confirmed }] of Object.entries(value.confirmed)) {
    const source = sources.get(rule);
    if (source !== 'assumed') {
      const reason =
        source === undefined
          ? `there is no rule ${rule}; the workshop lists them (docs/workshop.md)`
          : `${rule} is a rule of the specification and needs no confirmation`;
      wrong.push(faultAt(json, ['confirmed', rule], reason));
    }
    const isPresent = sentences.some((texts) => texts[rule] === confirmed.wording);
    confirmedRules.set(rule, { rule, ...confirmed, isPresent, note });
  }
  return { confirmedRules, faults: wrong };
}
