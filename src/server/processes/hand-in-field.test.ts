import { expect, it } from 'vitest';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import { handInField } from './hand-in-field.ts';

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;
const context = { content: () => content } as unknown as ServerContext;
const { metadataId } = [...content.metadata.values()].find(({ fmsFormId }) => fmsFormId === 'hundesteuer')!;

it.each([
  ['a field of the form, as the form says', metadataId, 'reliefProof'],
  ['a field that the form no longer has', metadataId, 'formerProof'],
  ['a form that the content no longer has', 'former-form', 'reliefProof'],
])('limits the files for %s', (_, id, path) => {
  const field = handInField(context, { metadataId: id, locale: 'de' }, path);
  const isUsual = path !== 'reliefProof' || id !== metadataId;
  expect(field).toMatchObject(
    isUsual
      ? { maxBytes: 10 * 1024 * 1024, pattern: 'application/pdf,image/jpeg,image/png' }
      : { pattern: 'application/pdf,image/jpeg,image/png' },
  );
  expect(['application/pdf', 'image/jpeg', 'image/png', 'text/html'].map(field.accepts)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
