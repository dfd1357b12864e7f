import type { FormDefinition } from '../types.ts';
import { formProblems } from './checks.ts';
import { formJson } from './components.ts';
import { withoutSwitchedOff } from './prune.ts';
import type { FormProblem } from './types.ts';

/**
 * Reads Form.io JSON and refuses every component, validator, property and script outside the subset of docs/forms.md,
 * naming the place and the reason. Properties of the Form.io builder that are switched off (false, "", null, empty) are
 * dropped silently.
 */
export function parseForm(json: unknown): { form: FormDefinition } | { problems: FormProblem[] } {
  const parsed = formJson.safeParse(withoutSwitchedOff(json));
  if (!parsed.success) return { problems: parsed.error.issues.flatMap(problemsOf) };
  const form = parsed.data as FormDefinition;
  const problems = formProblems(form);
  return problems.length > 0 ? { problems } : { form };
}

type Issue = { code: string; path: PropertyKey[]; message: string; keys?: string[]; note?: string };

function problemsOf(issue: Issue): FormProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ path: [...path, key], reason: reasonFor(key) }));
  }
  return [{ path, reason: issue.message }];
}

const SCRIPTS = new Set([
  'custom',
  'customConditional',
  'customDefaultValue',
  'customClass',
  'logic',
  'onChange',
  'script',
  'templates',
  'js',
]);

const reasonFor = (key: string): string =>
  SCRIPTS.has(key)
    ? `"${key}" is not allowed: scripts and styles are refused, use JSONLogic`
    : `"${key}" is outside of the supported subset (docs/forms.md)`;
