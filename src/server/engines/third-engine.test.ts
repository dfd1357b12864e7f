import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod';
import type { FormEngine } from '#domain/form-engine.ts';
import { readChecked } from '#server/content/load/folder.ts';
import { loadContent } from '#server/content-store/load.ts';
import type { Engine } from './engine.ts';
import { engines, openForm } from './engines.ts';

/**
 * A small engine of a third kind: one question per form. It stands in for FORMIO here, as the words of the engines
 * are those of the specification.
 */
const question = z.strictObject({ de: z.string(), en: z.string() });
const oneQuestion: Engine = {
  fmsType: 'FORMIO' satisfies FormEngine,
  files: ['question.json'],
  load(folder, slug) {
    const { value, faults } = readChecked(folder, `services/${slug}/question.json`, question);
    return { ...(value && { form: { fmsType: 'FORMIO', definition: value } }), faults };
  },
  schemaFaults: () => [],
  settingsFaults: (_, { mode }) =>
    mode === 'complete' ? [{ key: 'mode', reason: 'nobody is asked twice' }] : [],
  feeOfRule: () => ({ figures: { kind: 'amounts', amounts: [500] }, faults: [] }),
  feeOfForm: () => ({ figures: { kind: 'amounts', amounts: [500] } }),
  open(form, locale) {
    const label = (form.definition as z.output<typeof question>)[locale];
    const answer = (data: object) => ('answer' in data ? String(data.answer) : '');
    return {
      access: () => ({ fmsType: 'FORMIO', form: { question: label } }),
      begin: () => ({ data: { answer: '' }, faults: [] }),
      restore: (_, stored) => stored,
      check: (data) => ({
        data,
        faults: answer(data) === '' ? [{ path: 'answer', rule: 'required', page: 'one', label }] : [],
      }),
      values: (data) => data,
      inSchema: (_, data) => JSON.stringify(data),
      fits: () => true,
      fee: () => 500,
      pages: () => ['one'],
      summary: (data) => [
        {
          key: 'one',
          title: label,
          rows: [{ path: 'answer', label, value: answer(data), kind: 'text', level: 0 }],
        },
      ],
      missedArea: () => null,
      address: () => null,
      ownMail: () => null,
      applicant: () => null,
      canonical: answer,
      placeOf: () => ({ page: 'one', label }),
      display: (_, value) => value,
      files: () => [],
      fileIds: () => [],
      withFile: (data) => data,
      owed: () => [],
      recalled: () => [],
      fileField: () => null,
      asked: new Set(),
      differences: () => [],
      areTogether: () => false,
      corrections: () => [],
      applied: (data) => data,
      proven: () => [],
      brokenLocks: () => [],
      locks: () => new Set(),
      fieldsFor: () => [],
      enteredElse: () => [],
    };
  },
};

const dir = mkdtempSync(join(tmpdir(), 'third-engine-'));
afterAll(() => rmSync(dir, { recursive: true }));
cpSync(join(import.meta.dirname, '../../../content'), dir, { recursive: true });
const dog = (file: string) => join(dir, 'services/hundesteuer', file);

it('is a folder: its forms are loaded, opened and refused in its way', () => {
  rmSync(dog('form.json'));
  rmSync(dog('form.en.json'));
  writeFileSync(dog('question.json'), '{ "de": "Haben Sie einen Hund?", "en": "Have you got a dog?" }');
  const known = [oneQuestion, ...engines.filter(({ fmsType }) => fmsType !== 'FORMIO')];
  for (const slug of slugsWithForms()) if (slug !== 'hundesteuer' && slug !== 'jagdschein') noForm(slug);
  const loaded = loadContent(dir, { engines: known });
  if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
  const english = openForm(loaded.content, { fmsFormId: 'hundesteuer' }, 'en', known)!;
  expect(english.access!(null)).toEqual({ fmsType: 'FORMIO', form: { question: 'Have you got a dog?' } });
  expect(english.check({}).faults).toMatchObject([{ label: 'Have you got a dog?' }]);
  expect(openForm(loaded.content, { fmsFormId: 'jagdschein' }, 'de', known)?.access).toBeNull();

  const metadata = readFileSync(dog('metadata.json'), 'utf8');
  writeFileSync(dog('metadata.json'), metadata.replace('"mode": "none"', '"mode": "complete"'));
  const refused = loadContent(dir, { engines: known });
  expect('faults' in refused && refused.faults[0]?.reason).toContain('nobody is asked twice');
});

function slugsWithForms(): string[] {
  const loaded = loadContent(join(import.meta.dirname, '../../../content'));
  if ('faults' in loaded) throw new Error('the demonstration content is broken');
  return [...loaded.content.forms.keys()];
}

function noForm(slug: string): void {
  for (const file of ['metadata.json', 'form.json', 'form.en.json'])
    rmSync(join(dir, 'services', slug, file), { force: true });
}
