import { childrenOf, isField } from '#forms/components.ts';
import type { Component, FormDefinition } from '#forms/types.ts';
import { LONGEST_HELP } from './field.ts';
import type { Finding } from './findings.ts';
import { everyComponent } from './known-keys.ts';

/** Most questions on a page. */
export const LONG_PAGE = 25;

/** Pages with too many questions, those in repeating groups counted once. */
export const longPages = ({ components }: FormDefinition): Finding[] =>
  components.flatMap((page) => {
    const questions = questionsIn(page.components);
    return questions > LONG_PAGE
      ? [{ kind: 'longPage', path: '', label: page.title, detail: `${questions} questions` }]
      : [];
  });

const questionsIn = (components: readonly Component[]): number =>
  components.reduce((sum, component) => {
    const inner = childrenOf(component);
    return sum + (inner.length > 0 ? questionsIn(inner) : isField(component) ? 1 : 0);
  }, 0);

/** False for a finding that an editor has mended. */
export function isStillSo({ kind, path }: Finding, form: FormDefinition): boolean {
  const own = everyComponent(form.components).filter(({ properties }) => properties?.fim === path);
  if (kind === 'declaration') return own.some(({ type }) => type === 'radio');
  if (kind === 'longHelp') return own.some(({ description = '' }) => description.length > LONGEST_HELP);
  if (kind === 'prefill') return own.some(({ properties }) => properties?.prefill !== undefined);
  return true;
}
