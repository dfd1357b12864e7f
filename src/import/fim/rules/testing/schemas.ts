import type { Json } from '../../../form/convert/conversion.ts';
import type { FormPlace } from '../../form/writing.ts';
import type { FimField, FimGroup, FimMember, FimPath, FimRule, FimSchema } from '../../model.ts';
import { FormPlaces } from '../form-places.ts';

/** Schemas of the tests' own words, with ids of the test range. */
const base = { version: '1.0.0', help: '', basis: [], rules: [] };

export const idOf = (kind: 'F' | 'G', number: number): string =>
  `${kind}99000${String(number).padStart(6, '0')}`;

export function field(number: number, name: string, more: Partial<FimField> = {}): FimField {
  return {
    ...base,
    id: idOf('F', number),
    name,
    label: name,
    kind: 'field',
    input: 'input',
    type: 'text',
    limits: {},
    content: '',
    options: null,
    list: null,
    mediaTypes: [],
    maxBytes: null,
    ...more,
  };
}

export const truth = (number: number, name: string): FimField => field(number, name, { type: 'bool' });

/** A selection with the codes 001, 002 and so on. */
export const choice = (number: number, name: string, ...names: string[]): FimField =>
  field(number, name, {
    input: 'select',
    options: names.map((option, index) => ({ code: `00${index + 1}`, name: option, help: '' })),
  });

export function group(
  number: number,
  name: string,
  members: FimMember[],
  more: Partial<FimGroup> = {},
): FimGroup {
  return {
    ...base,
    id: idOf('G', number),
    name,
    label: name,
    kind: 'group',
    isChoice: false,
    members,
    ...more,
  };
}

export const member = (element: FimField | FimGroup, min = 0, max: number | null = 1): FimMember => ({
  element,
  min,
  max,
  basis: [],
});

export function schemaOf(members: FimMember[], ...texts: string[]): FimSchema {
  return {
    id: 'S99000000001',
    version: '1.0',
    standard: '3.0.0',
    name: 'Probe',
    label: 'Probe',
    help: '',
    status: 5,
    changed: '',
    members,
    rules: rulesOf(...texts),
  };
}

export const rulesOf = (...texts: string[]): FimRule[] =>
  texts.map((text, index) => ({ id: `R9900000000${index + 1}`, name: `Regel ${index + 1}`, text }));

/** A form of the schema in one page, as plain as can be; keys are the last digits of the ids, with their letter. */
export function formOf(schema: FimSchema): { form: Json; places: FormPlaces } {
  const places = new Map<FimPath, FormPlace[]>();
  const keys = new Set<string>();
  const component = ({ element, min, max }: FimMember, at: FimPath, grid?: string): Json => {
    const path = at === '' ? element.id : `${at}.${element.id}`;
    let key = `${element.id[0]}${Number(element.id.slice(6))}`.toLowerCase();
    while (keys.has(key)) key += 'x';
    keys.add(key);
    const common = { key, label: element.label };
    let made: Json;
    if (element.kind === 'group') {
      const isGrid = max !== 1;
      made = isGrid
        ? { type: 'editgrid', ...common, input: true, rowLabel: 'Eintrag', addAnother: 'Mehr' }
        : { type: 'fieldset', ...common, legend: element.label };
      places.set(path, [{ component: made, grid }]);
      made.components = element.members.map((inner) => component(inner, path, isGrid ? key : grid));
      return made;
    }
    made = { ...typed(element, max !== 1), ...common, ...(element.input !== 'label' && { input: true }) };
    if (min > 0 && element.input !== 'label') made.validate = { required: true };
    places.set(path, [{ component: made, grid }]);
    return made;
  };
  const page = {
    type: 'panel',
    key: 'page',
    label: 'Seite',
    title: 'Seite',
    components: schema.members.map((one) => component(one, '')),
  };
  return {
    form: { name: 'probe', title: 'Probe', display: 'wizard', components: [page] },
    places: new FormPlaces(places, [page]),
  };
}

function typed({ type, input, options, content }: FimField, isSeveral: boolean): Json {
  if (input === 'label') return { type: 'content', html: `<p>${content}</p>` };
  if (input === 'select') {
    const values = (options ?? []).map(({ code, name }) => ({ value: code, label: name }));
    return isSeveral
      ? { type: 'selectboxes', values: values.map((one) => ({ ...one, value: `c${one.value}` })) }
      : { type: 'radio', values };
  }
  switch (type) {
    case 'bool':
      return {
        type: 'radio',
        values: [
          { value: 'true', label: 'Ja' },
          { value: 'false', label: 'Nein' },
        ],
      };
    case 'num_int':
      return { type: 'number' };
    case 'date':
      return { type: 'day' };
    case 'file':
      return { type: 'file', filePattern: 'application/pdf', fileMaxSize: '1MB' };
    default:
      return { type: 'textfield' };
  }
}
