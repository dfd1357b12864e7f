import { evaluate } from '#forms/rules/rules.ts';
import type { FormDefinition } from '#forms/types.ts';
import { launchChromium } from '#model-tests/browser/chromium.ts';
import { startPortal } from '#model-tests/http/portal.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { startBare } from '../kit/bare.ts';
import { type Figure, median, percentile, type Scenario } from '../kit/figures.ts';
import {
  draftAt,
  ENTRIES,
  FIELDS,
  GROUPS_PAGE,
  LARGE_PAGE,
  makeLargeFormContent,
  manyEntries,
} from '../kit/large-form.ts';
import { cookiesOf, KEY_PRESSES, typeInto } from '../kit/typing.ts';

const CHECKS = 20;

export const largeForms: Scenario = {
  title: 'Forms larger than any',
  about: `a page of ${FIELDS} fields of all kinds, and groups with ${ENTRIES} entries of ten fields, half of them with a fault; Chromium with the processor slowed 4 times; the check alone in Node, as the server does it`,
  measure: async () => {
    await buildWhenChanged();
    const content = await makeLargeFormContent();
    const [portal, bare, chromium] = await Promise.all([
      startPortal({ contentDir: content.dir }),
      startBare(),
      launchChromium(),
    ]);
    try {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      const cookies = cookiesOf(client, portal.url);
      const addressOf = (id: string) => `${portal.url}/formular?id=${id}`;
      const bareTyped = await typeInto(chromium, `${bare.url}/page`, []);
      const floor = { name: 'bare HTML page', value: bareTyped.paint };
      const typedAt = async (page: string, answers: object) =>
        typeInto(chromium, addressOf(await draftAt(client, page, answers)), cookies);
      const fields = await typedAt(LARGE_PAGE, {});
      const entries = await typedAt(GROUPS_PAGE, manyEntries());
      const id = await draftAt(client, GROUPS_PAGE, {});
      const { form } = await client.openForm({ params: { id }, query: {} });
      return [
        { name: 'fields on the page', value: fields.fields, unit: '', budget: { least: FIELDS } },
        {
          name: `key to next paint there, p95 of ${KEY_PRESSES}`,
          value: fields.paint,
          unit: 'ms',
          budget: { most: 100 },
          floor,
        },
        { name: 'fields in the groups', value: entries.fields, unit: '' },
        { name: 'key to next paint there, p95', value: entries.paint, unit: 'ms', floor },
        ...checking(form as FormDefinition),
      ];
    } finally {
      await Promise.all([chromium.close(), bare.stop(), portal.close()]);
      await content.remove();
    }
  },
};

/** Measures how long the rules take for all entries, with their messages. */
function checking(form: FormDefinition): Figure[] {
  const data = manyEntries();
  let faults = 0;
  const times = Array.from({ length: CHECKS }, () => {
    const started = performance.now();
    faults = evaluate(form, data).errors.length;
    return performance.now() - started;
  });
  return [
    { name: 'faults found', value: faults, unit: '', budget: { least: ENTRIES / 2 } },
    {
      name: `check of ${ENTRIES} entries, p95 of ${CHECKS}`,
      value: percentile(times, 0.95),
      unit: 'ms',
      budget: { most: 500 },
    },
    { name: 'the same, median', value: median(times), unit: 'ms' },
  ];
}
