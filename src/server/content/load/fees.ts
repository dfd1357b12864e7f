import type { FeeFigures } from '#contract/shapes.ts';
import { feeFacts, feeParts, isVariableFee } from '#domain/fee.ts';
import type { JsonLogic } from '#forms/types.ts';
import { figuresOf, isFee } from '../forms/amounts.ts';
import { chargedFees, processFees, ruleProblems, strangeNames } from '../forms/process-fee.ts';
import { municipalitiesOf } from '../offers.ts';
import type { Area, ContentFault, KeptForm, Metadata } from '../types.ts';
import type { FormSource } from './form-source.ts';
import { faultAt, type JsonFile, type JsonPath } from './json-file.ts';
import type { Settings } from './schemas.ts';

/** Returns the faults of settings that lack something, or have too much, for their type of fee. */
export function feeSettingFaults(
  { feeType, feeAmount, feeRule, feeField, feeBasis }: Settings,
  path: JsonPath,
  json: JsonFile,
): ContentFault[] {
  const faults: ContentFault[] = [];
  const say = (key: keyof Settings, reason: string) => faults.push(faultAt(json, [...path, key], reason));
  const { rule, form } = feeParts[feeType];
  if (feeType === 'FREE' && feeAmount !== 0) say('feeAmount', 'a FREE form has the feeAmount 0');
  if (feeType === 'FIXED' && !feeAmount) say('feeAmount', 'a FIXED fee needs a feeAmount in cents above 0');
  const varies = isVariableFee(feeType);
  if (varies && feeAmount !== null) say('feeAmount', `the feeAmount of a ${feeType} fee is null`);
  if (varies && feeBasis === undefined) {
    say('feeBasis', `a ${feeType} fee needs a feeBasis: what it depends on, as words that follow an amount`);
  }
  if (!varies && feeBasis !== undefined) say('feeBasis', `a ${feeType} fee has no feeBasis`);
  if (rule !== null && feeRule === undefined) say('feeRule', `a ${feeType} fee needs a feeRule`);
  if (rule === null && feeRule !== undefined) {
    const instead = form ? ': the form says it (feeField); a rule over its values is VARIABLE' : '';
    say('feeRule', `a ${feeType} fee has no feeRule${instead}`);
  }
  if (!form && feeField !== undefined) say('feeField', `a ${feeType} fee has no feeField`);
  return faults;
}

/** Returns the possible amounts of a fee, and the faults of its rule or of the form; neither without a form. */
export function feeOf(
  offer: Metadata,
  { engine, form, areas }: Surroundings,
  path: JsonPath,
  json: JsonFile,
): { figures?: FeeFigures | undefined; faults: ContentFault[] } {
  const { feeRule: rule, feeField } = offer;
  const parts = feeParts[offer.feeType];
  if (parts.rule === 'data') {
    return rule !== undefined && form ? engine.feeOfRule(form, rule, path, json) : { faults: [] };
  }
  const ofProcess =
    parts.rule === 'process' && rule !== undefined
      ? feeOfProcess(rule, offer, municipalitiesOf({ areas }, offer), path, json)
      : { charged: [], faults: [] };
  if (!parts.form) return { figures: figuresOf(ofProcess.charged), faults: ofProcess.faults };
  if (!form || ofProcess.faults.length > 0) return { faults: ofProcess.faults };
  const surcharges = parts.rule === null ? [0] : ofProcess.charged;
  const { figures, fault } = engine.feeOfForm(form, feeField, surcharges);
  return { figures, faults: fault ? [faultAt(json, [...path, 'feeField'], fault)] : [] };
}

type Surroundings = {
  engine: FormSource;
  form: KeptForm | undefined;
  areas: ReadonlyMap<string, Area>;
};

/** Checks a rule over facts of the process: it must return a fee in every case that can occur. */
function feeOfProcess(
  rule: JsonLogic,
  offer: Metadata,
  areas: readonly string[],
  path: JsonPath,
  json: JsonFile,
): { charged: number[]; faults: ContentFault[] } {
  const say = (reason: string) => ({ charged: [], faults: [faultAt(json, [...path, 'feeRule'], reason)] });
  const [strange] = strangeNames(rule);
  if (strange !== undefined) {
    const facts = feeFacts.map((fact) => `process.${fact}`).join(', ');
    return say(`"${strange}" is no fact of a process: a ${offer.feeType} rule reads ${facts}`);
  }
  const problems = ruleProblems(rule);
  if (problems.length > 0) {
    const at = (inside: JsonPath) => [...path, 'feeRule', ...inside];
    return { charged: [], faults: problems.map((one) => faultAt(json, at(one.path), one.reason)) };
  }
  const fees = processFees(rule, offer, areas);
  const wrong = fees.find(({ cents }) => !isFee(cents));
  if (wrong) {
    const { area, authority, provider, trustLevel } = wrong.facts;
    const where = `area ${area}, authority ${authority}, provider ${provider}, trustLevel ${trustLevel}`;
    return say(`${JSON.stringify(wrong.cents)} is not a number of cents (${where})`);
  }
  return { charged: chargedFees(fees), faults: [] };
}
