import type { FormData, FormValue } from '#forms/types.ts';
import { made, own } from '../../testing.ts';

const values = (...list: string[]) => list.map((value) => ({ value, label: value }));

/** Options with values that change here, because they have a space. */
const CHOICES = ['ja', 'nei', 'a b', 'ikke-alle'];
const BOXES = ['x', 'y', 'z z'];
/** Values of options here that differ from the export. */
const RENAMED: Readonly<Record<string, string>> = { 'a b': 'a_b', 'z z': 'z_z' };

const when = (eq: boolean) => ({ conditional: { show: true, when: 'c', eq: String(eq) } });

/** The fields that scripts of the tests read. */
export const readFields = (inner: object[], inside: object[], within: object[] = []): object[] => [
  made('textfield', { key: 't' }),
  made('textarea', { key: 'u' }),
  made('number', { key: 'n' }),
  made('number', { key: 'o' }),
  made('checkbox', { key: 'c' }),
  made('checkbox', { key: 'e', ...when(true) }),
  made('radio', { key: 'r', values: values(...CHOICES) }),
  made('select', { key: 's', data: { values: values(...CHOICES) } }),
  made('selectboxes', { key: 'b', values: values(...BOXES) }),
  made('selectboxes', { key: 'h', values: values(...BOXES), ...when(true) }),
  made('day', { key: 'd' }),
  made('file', { key: 'f', filePattern: '.pdf', fileMaxSize: '1MB', multiple: true }),
  own('navSelect', { key: 'v', data: { values: values(...CHOICES) } }),
  own('identity', { key: 'i' }),
  {
    ...{ type: 'container', key: 'k', label: 'Kasten', input: true },
    components: [
      made('textfield', { key: 't' }),
      made('radio', { key: 'q', values: values(...CHOICES) }),
      ...inside,
    ],
  },
  {
    ...{ type: 'container', key: 'w', label: 'Manchmal', input: true, ...when(true) },
    components: [made('textfield', { key: 't' }), ...within],
  },
  made('datagrid', {
    key: 'g',
    components: [
      made('textfield', { key: 't' }),
      made('number', { key: 'n' }),
      made('checkbox', { key: 'c' }),
      made('radio', { key: 'q', values: values(...CHOICES) }),
      made('selectboxes', { key: 'b', values: values(...BOXES) }),
      ...inner,
    ],
  }),
];

type Pick = <T>(...list: readonly T[]) => T;

const shownAs = (value: string): string => RENAMED[value] ?? value;

/** Answers to the form as the portal stores them; some are missing. */
export function drawAnswers(pick: Pick): FormData {
  const text = () => pick<FormValue>(undefined, '', 'ja', 'Eva', '0', '12', '7 Tage', 'false', ' ');
  const number = () => pick<FormValue>(undefined, 0, 1, -1, 2.5, 12, 1000);
  const choice = () => pick<FormValue>(undefined, '', ...CHOICES.map(shownAs));
  const boxes = () => Object.fromEntries(BOXES.map((box) => [shownAs(box), pick(true, false)]));
  const truth = () => pick(true, false);
  const file = { id: 'a1', name: 'a.pdf', size: 10, type: 'application/pdf' };
  const row = () => given({ t: text(), n: number(), c: truth(), q: choice(), b: boxes() });
  return given({
    ...{
      t: text(),
      u: text(),
      n: number(),
      o: number(),
      c: truth(),
      e: truth(),
      r: choice(),
      s: choice(),
      b: boxes(),
    },
    ...{
      h: boxes(),
      d: pick<FormValue>(undefined, '', '03/01/2026'),
      f: pick<FormValue>([], [file], [file, file]),
    },
    v: choice(),
    i_harDuFodselsnummer: pick<FormValue>(undefined, '', 'ja', 'nei'),
    i_identitetsnummer: text(),
    i_fodselsdato: pick<FormValue>(undefined, '', '03/01/1990'),
    ...{ k_t: text(), q: choice(), w_t: text() },
    g: pick<FormValue>([], [row()], [row(), row()], [row(), row(), row()]),
  });
}

const given = (data: FormData): FormData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

const back = (value: string): string => Object.keys(RENAMED).find((name) => RENAMED[name] === value) ?? value;
const choiceBack = (value: FormValue): FormValue => (typeof value === 'string' ? back(value) : value);

/** Several choices as Form.io stores them: those that are not chosen as well. */
const boxesBack = (value: FormValue): FormValue =>
  value && typeof value === 'object'
    ? Object.fromEntries(BOXES.map((box) => [box, (value as FormData)[shownAs(box)] ?? false]))
    : value;

/** Answers as Form.io stores them: with containers, with the values of the export. */
export function formioData(data: FormData): FormData {
  const rows = Array.isArray(data.g) ? (data.g as FormData[]) : [];
  const { i_harDuFodselsnummer, i_identitetsnummer, i_fodselsdato, k_t, q, w_t, ...rest } = data;
  return given({
    ...rest,
    r: choiceBack(data.r),
    s: choiceBack(data.s),
    b: boxesBack(data.b),
    h: boxesBack(data.h),
    v: data.v ? { value: choiceBack(data.v), label: 'Wahl' } : '',
    i: given({
      harDuFodselsnummer: i_harDuFodselsnummer,
      identitetsnummer: i_identitetsnummer,
      fodselsdato: i_fodselsdato,
    }),
    k: given({ ...data, t: k_t, q: choiceBack(q) }),
    // Hidden, it is missing.
    w: data.c === true ? given({ ...data, t: w_t }) : undefined,
    g: rows.map((row) => given({ ...row, q: choiceBack(row.q), b: boxesBack(row.b) })),
  });
}
