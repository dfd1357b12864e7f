import { expect, test } from 'vitest';
import { pageCountIsOpen } from './page-count.ts';
import type { Conditional, FormDefinition } from './types.ts';

const PAGES = ['first', 'second', 'third'];

/** A form of three pages; each asks one question, named after the page. */
const form = (conditions: Record<string, Conditional>): FormDefinition => ({
  name: 'form',
  title: 'Form',
  display: 'wizard',
  components: PAGES.map((key) => ({
    type: 'panel',
    key,
    label: key,
    title: key,
    ...(conditions[key] && { conditional: conditions[key] }),
    components: [{ type: 'textfield', key: `${key}Answer`, label: key, input: true }],
  })),
});
const openOn = (conditions: Record<string, Conditional>) =>
  PAGES.filter((page) => pageCountIsOpen(form(conditions), page));

const by = (when: string, show = true): Conditional => ({ show, when, eq: 'x' });

test.each<[string, Record<string, Conditional>, string[]]>([
  ['no page depends on anything', {}, []],
  ['until the page that decides is left', { third: by('firstAnswer') }, ['first']],
  ['the later one counts', { second: by('firstAnswer'), third: by('secondAnswer') }, ['first', 'second']],
  [
    'a list of conditions',
    {
      third: {
        show: true,
        conjunction: 'any',
        conditions: [{ component: 'secondAnswer', operator: 'isEmpty' }],
      },
    },
    ['first', 'second'],
  ],
  ['JSONLogic', { third: { json: { '!!': [{ var: 'data.firstAnswer' }] } } }, ['first']],
  ['one page takes the turn of another', { second: by('firstAnswer'), third: by('firstAnswer', false) }, []],
  [
    'lists of conditions are not compared with each other',
    {
      second: {
        show: true,
        conjunction: 'all',
        conditions: [{ component: 'firstAnswer', operator: 'isEmpty' }],
      },
      third: {
        show: false,
        conjunction: 'all',
        conditions: [{ component: 'firstAnswer', operator: 'isEmpty' }],
      },
    },
    ['first'],
  ],
  [
    'one page takes the turn of another, however that is written',
    {
      second: { show: 'true', when: 'firstAnswer', eq: 'true' },
      third: { show: false, when: 'firstAnswer', eq: true },
    },
    [],
  ],
  [
    'by different answers',
    { second: by('firstAnswer'), third: { show: false, when: 'firstAnswer', eq: 'y' } },
    ['first'],
  ],
  [
    'by different questions',
    { second: by('firstAnswer'), third: by('secondAnswer', false) },
    ['first', 'second'],
  ],
  ['two that come together', { second: by('firstAnswer'), third: by('firstAnswer') }, ['first']],
])('%s', (_, conditions, expected) => {
  expect(openOn(conditions)).toEqual(expected);
});
