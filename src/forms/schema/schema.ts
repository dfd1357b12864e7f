import type { FormDefinition } from '../types.ts';
import { formProblems } from './checks.ts';
import { formJson } from './components.ts';
import { issueWords } from './issue-words.ts';
import { unknownKey } from './nearest-way.ts';
import { withoutBuilderSettings } from './prune.ts';
import type { FormNote, FormProblem } from './types.ts';

/**
 * Reads Form.io JSON and refuses every component, validator, property and script outside the subset of docs/forms.md,
 * naming the place, the reason and the nearest supported way. Properties that are switched off (false, "", null, empty)
 * are dropped silently; `notes` names other settings of the Form.io builder that have no meaning here.
 */
export function parseForm(
  json: unknown,
): { form: FormDefinition; notes: FormNote[] } | { problems: FormProblem[] } {
  const pruned = withoutBuilderSettings(json);
  const parsed = formJson.safeParse(pruned.json, { error: issueWords });
  if (!parsed.success)
    return { problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, pruned.json)) };
  const form = parsed.data as FormDefinition;
  const problems = formProblems(form);
  return problems.length > 0 ? { problems } : { form, notes: pruned.notes };
}

type Issue = { code: string; path: PropertyKey[]; message: string; keys?: string[]; note?: string };

function problemsOf(issue: Issue, json: unknown): FormProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => unknownKey(key, path, json));
  }
  return [{ path, reason: issue.message }];
}
