import type { PortalClient } from '#model-tests/http/client.ts';
import { makeProbeContent, offerOfProbe, type Probe } from '#model-tests/http/probe-content.ts';

export const FIELDS = 700;
export const ENTRIES = 500;
/** A group has at most 100 entries (src/forms/shape.ts). */
const GROUPS = 5;
export const LARGE_PAGE = 'many';
export const GROUPS_PAGE = 'groups';
const PROBE: Probe = { mode: 'none', noticeAllowed: false };

const labelled = { label: 'Probe', input: true };
const options = ['a', 'b', 'c'].map((value) => ({ value, label: 'Probe' }));

/** Ten fields: five are texts, and one is shown only with the field before it. */
const kinds: ((key: string, before: string) => object)[] = [
  (key) => ({ ...labelled, type: 'textfield', key, validate: { required: true, maxLength: 100 } }),
  (key) => ({ ...labelled, type: 'number', key, validate: { min: 0 } }),
  (key) => ({ ...labelled, type: 'textfield', key }),
  (key) => ({ ...labelled, type: 'select', key, data: { values: options } }),
  (key) => ({ ...labelled, type: 'textfield', key, validate: { pattern: '[0-9 ]*' } }),
  (key) => ({ ...labelled, type: 'checkbox', key }),
  (key) => ({ ...labelled, type: 'textfield', key, properties: { check: 'iban' } }),
  (key) => ({ ...labelled, type: 'radio', key, values: options }),
  (key, before) => ({
    ...labelled,
    type: 'textarea',
    key,
    conditional: { show: true, when: before, eq: 'a' },
  }),
  (key) => ({ ...labelled, type: 'day', key }),
];

const largePage = {
  type: 'panel',
  key: LARGE_PAGE,
  label: 'Probe',
  title: 'Probe',
  components: Array.from({ length: FIELDS }, (_, at) => kinds[at % kinds.length]?.(`f${at}`, `f${at - 1}`)),
};

const groupsPage = {
  type: 'panel',
  key: GROUPS_PAGE,
  label: 'Probe',
  title: 'Probe',
  components: Array.from({ length: GROUPS }, (_, at) => ({
    ...labelled,
    type: 'datagrid',
    addAnother: 'Probe',
    rowLabel: 'Probe',
    key: `group${at}`,
    components: kinds.map((kind, place) => kind(`f${place}`, `f${place - 1}`)),
  })),
};

/** Answers to the groups: `ENTRIES` entries, half of which have a fault. */
export const manyEntries = () =>
  Object.fromEntries(
    Array.from({ length: GROUPS }, (_, at) => [
      `group${at}`,
      Array.from({ length: ENTRIES / GROUPS }, (_, row) => ({
        f0: row % 2 === 0 ? `Zeile ${row}` : '',
        f1: row - 10,
        f2: 'Probe',
        f3: 'a',
        f4: `${row}`,
        f5: true,
        f6: 'DE89370400440532013000',
        f7: 'a',
        f8: 'Probe',
        f9: '1/2/2020',
      })),
    ]),
  );

/** A content folder with a service whose form has a page of many fields, and one of long groups. */
export const makeLargeFormContent = () => makeProbeContent({}, () => ({}), [largePage, groupsPage]);

/** Begins an application and leaves it at a page of the form. @returns its id */
export async function draftAt(client: PortalClient, page: string, answers: object): Promise<string> {
  const { id, version } = await client.call('startProcess', { body: offerOfProbe(PROBE) });
  const data = { amount: 1, ...answers };
  await client.call('saveProgress', { params: { id }, body: { version, data, page } });
  return id;
}
