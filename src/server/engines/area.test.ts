import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fieldsOf } from '#forms/components.ts';
import type { FormDefinition } from '#forms/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import { openForm } from './engines.ts';

const loaded = loadContent(join(import.meta.dirname, '../../../content'));
if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
const { content } = loaded;

/** Returns the area that the postcode field of the dog tax has, at the authority of an area. */
function areaAt(ars: string) {
  const metadata = [...content.metadata.values()].find(
    ({ fmsFormId, areas }) => fmsFormId === 'hundesteuer' && areas.includes(ars),
  )!;
  const access = openForm(content, metadata, 'de')!.access!(null)!;
  const fields = fieldsOf((access.form as FormDefinition).components);
  return fields.find(({ key }) => key === 'postalCode')?.properties?.area;
}

it('a form is shown with the postcodes of the authority that its application goes to', () => {
  const [kiel, luebeck] = [areaAt('010020000000'), areaAt('010030000000')];
  expect(kiel?.name).toBe('Kiel');
  expect(kiel?.postcodes).toContain('24103');
  expect(kiel?.postcodes).not.toContain('23552');
  expect(luebeck?.name).toBe('Lübeck');
  expect(luebeck?.postcodes).toContain('23552');
});
