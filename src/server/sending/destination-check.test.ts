import { describe, expect, it } from 'vitest';
import type { Content, Metadata } from '#server/content/types.ts';
import type { ActiveDestination } from '#server/submission/fit-connect/keys.ts';
import { checkDestinations } from './destination-check.ts';
import { handInSchema, schemasOf } from './steps/package.ts';

const form = (fmsFormId: string, destinationId: string | undefined, areas = ['010020000000']) =>
  ({
    fmsFormId,
    leiKaId: '99102013104000',
    title: { de: 'Hundesteuer', en: 'Dog tax' },
    areas,
    authority: { name: { de: 'Stadt Kiel', en: 'City of Kiel' }, destinationId },
  }) as unknown as Metadata;
const contentOf = (...forms: Metadata[]) =>
  ({ metadata: new Map(forms.map((one, index) => [String(index), one])) }) as unknown as Content;
const taking = (
  submissionSchemas: ActiveDestination['publicServices'][number]['submissionSchemas'],
  regions = ['DE'],
): ActiveDestination => ({
  destinationId: 'kiel',
  status: 'active',
  encryptionKid: 'key',
  metadataVersions: [],
  publicServices: [{ identifier: 'urn:de:fim:leika:leistung:99102013104000', regions, submissionSchemas }],
});

describe('the check of destinations', () => {
  it('asks each destination once, and none for a form that goes nowhere', async () => {
    const asked: string[] = [];
    const dogs = form('dogs', 'kiel');
    const outcome = await checkDestinations(
      contentOf(dogs, form('elsewhere', undefined), dogs),
      async (id) => {
        asked.push(id);
        return taking([...schemasOf(dogs), handInSchema]);
      },
    );
    expect(outcome).toEqual({ forms: 2, faults: [] });
    expect(asked).toEqual(['kiel']);
  });

  it('names form, authority, what is offered and what we have', async () => {
    const { faults } = await checkDestinations(contentOf(form('dogs', 'kiel')), async () =>
      taking([...schemasOf(form('cats', 'kiel')), handInSchema]),
    );
    expect(faults).toEqual([
      expect.stringMatching(
        /^dogs, Stadt Kiel: .* offers urn:serviceportal:form:cats .* but we have urn:serviceportal:form:dogs /,
      ),
    ]);
  });

  it('misses the format of hand-ins as well', async () => {
    const dogs = form('dogs', 'kiel');
    const { faults } = await checkDestinations(contentOf(dogs), async () => taking([...schemasOf(dogs)]));
    expect(faults).toEqual([expect.stringContaining('but we have urn:serviceportal:hand-in')]);
  });

  it('counts the places that a destination is not for', async () => {
    const wide = form('dogs', 'kiel', ['010020000000', '010030000000', '010040000000']);
    const { faults } = await checkDestinations(contentOf(wide), async () =>
      taking([...schemasOf(wide), handInSchema], ['DE01002']),
    );
    expect(faults).toHaveLength(2);
    expect(faults[0]).toMatch(/at 010030000000.*\(and at 1 more places\)$/);
  });

  it('says of each form whose destination does not answer that it does not', async () => {
    const { forms, faults } = await checkDestinations(
      contentOf(form('dogs', 'away'), form('cats', 'away')),
      async () => {
        throw new Error('destination away is inactive');
      },
    );
    expect(forms).toBe(2);
    expect(faults).toEqual([
      'dogs, Stadt Kiel: destination away is inactive',
      'cats, Stadt Kiel: destination away is inactive',
    ]);
  });
});
