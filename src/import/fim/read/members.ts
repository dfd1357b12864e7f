import { child, children, codeIn, elementsOf, textIn, textOf, type XmlElement } from '../../xml/element.ts';
import {
  type FimField,
  type FimGroup,
  type FimMember,
  type FimPath,
  type FimRule,
  fimInputs,
  fimTypes,
} from '../model.ts';
import type { Dialect } from './dialects.ts';
import { countUnknown } from './known-names.ts';
import type { Reading } from './reading.ts';
import { countOf, idOf, inLines, onOneLine } from './words.ts';

type Context = { dialect: Dialect; reading: Reading };

/** Name, id, version and rules of an element. An id that cannot be one is a fault at its place. */
export function identityOf(
  element: XmlElement,
  around: FimPath,
  { reading }: Context,
): { id: string; version: string } {
  const identification = child(element, 'identifikation');
  const written = textIn(identification, 'id');
  const id = idOf(written);
  if (id === undefined) {
    const name = onOneLine(textIn(element, 'name'));
    reading.fault(
      around,
      `"${name}" has the id "${written}", which is none of FIM (a letter and 8 or 11 digits)`,
    );
  }
  return { id: id ?? written, version: textIn(identification, 'version') };
}

/** The rules of a schema, group or field. Those without any text are left out: there is nothing to read in them. */
export function rulesOf(element: XmlElement, context: Context): FimRule[] {
  return children(element, 'regel').flatMap((rule) => {
    const { text } = context.dialect.rule(rule);
    const written = textIn(child(rule, 'identifikation'), 'id');
    const name = onOneLine(textIn(rule, 'name'));
    return text === '' && name === '' ? [] : [{ id: idOf(written) ?? written, name, text }];
  });
}

/** The members of a schema or group with their places. Two with one id are a fault: nobody could tell them apart. */
export function membersOf(element: XmlElement, around: FimPath, context: Context): FimMember[] {
  const seen = new Set<string>();
  return children(element, 'struktur').flatMap((structure) => {
    countUnknown(structure, 'struktur', context.reading);
    const inside = elementsOf(child(structure, 'enthaelt'));
    const [content] = inside.filter(({ name }) => name === 'datenfeld' || name === 'datenfeldgruppe');
    if (!content) {
      context.reading.fault(around, 'a place in it has neither a field nor a group ("enthaelt" is empty)');
      return [];
    }
    const found =
      content.name === 'datenfeld' ? fieldIn(content, around, context) : groupIn(content, around, context);
    const path = pathTo(around, found.id);
    if (seen.has(found.id))
      context.reading.fault(path, 'this id is there twice: the data could not tell them apart');
    seen.add(found.id);
    const written = textIn(structure, 'anzahl');
    const count = countOf(written);
    if (!count)
      context.reading.fault(path, `it occurs "${written}" times; 0:1, 1:1, 1:* or 2:5 are expected`);
    return [{ element: found, ...(count ?? { min: 0, max: 1 }), basis: context.dialect.basis(structure) }];
  });
}

const pathTo = (around: FimPath, id: string): FimPath => (around === '' ? id : `${around}.${id}`);

function groupIn(element: XmlElement, around: FimPath, context: Context): FimGroup {
  countUnknown(element, 'datenfeldgruppe', context.reading);
  const identity = identityOf(element, around, context);
  const path = pathTo(around, identity.id);
  if (around.split('.').includes(identity.id)) context.reading.fault(path, 'this group contains itself');
  const kind = codeIn(child(element, 'art')).code;
  if (kind !== '' && kind !== 'X')
    context.reading.note(path, `the kind of group "${kind}" is not known, and left out`);
  return {
    kind: 'group',
    ...identity,
    ...textsOf(element, context),
    isChoice: kind === 'X',
    members: membersOf(element, path, context),
  };
}

function fieldIn(element: XmlElement, around: FimPath, context: Context): FimField {
  const { dialect, reading } = context;
  countUnknown(element, 'datenfeld', reading);
  const identity = identityOf(element, around, context);
  const path = pathTo(around, identity.id);
  const input = oneOf(fimInputs, codeIn(child(element, 'feldart')).code);
  if (!input)
    reading.fault(path, `the kind of field "${codeIn(child(element, 'feldart')).code}" is not known`);
  const type = oneOf(fimTypes, codeIn(child(element, 'datentyp')).code);
  if (!type)
    reading.fault(path, `the type of data "${codeIn(child(element, 'datentyp')).code}" is not known`);
  const values = child(element, 'werte');
  const options = values && optionsIn(values, path, reading);
  const list = options ? null : dialect.list(element);
  if (input === 'select' && !options && !list)
    reading.fault(path, 'it is a selection, but has neither values nor a code list');
  const bytes = textIn(element, 'maxSize');
  return {
    kind: 'field',
    ...identity,
    ...textsOf(element, context),
    input: input ?? 'input',
    type: type ?? 'text',
    limits: limitsOf(element, path, context),
    content: inLines(textIn(element, 'inhalt')),
    options: options ?? null,
    list,
    mediaTypes: children(element, 'mediaType')
      .map(textOf)
      .filter((name) => name !== ''),
    maxBytes: /^[1-9]\d*$/.test(bytes) ? Number(bytes) : null,
  };
}

function textsOf(element: XmlElement, context: Context) {
  const name = onOneLine(textIn(element, 'name'));
  return {
    name,
    label: onOneLine(textIn(element, 'bezeichnungEingabe')) || name,
    help: onOneLine(context.dialect.help(element)),
    basis: context.dialect.basis(element),
    rules: rulesOf(element, context),
  };
}

const oneOf = <T extends string>(all: readonly T[], code: string): T | undefined =>
  all.find((one) => one === code);

function optionsIn(values: XmlElement, path: FimPath, reading: Reading): FimField['options'] {
  const options = children(values, 'wert').map((value) => ({
    code: textIn(value, 'code'),
    name: onOneLine(textIn(value, 'name')),
    help: onOneLine(textIn(value, 'hilfe')),
  }));
  if (options.length === 0) reading.fault(path, 'its list of values is empty');
  return options;
}

/** The limits of a field. A limit that is no number is left out, with a note: the schema of the data still has it. */
function limitsOf(element: XmlElement, path: FimPath, { dialect, reading }: Context): FimField['limits'] {
  const written = dialect.limits(element);
  if (!written) {
    reading.note(
      path,
      `its limits cannot be read, and are left out: ${onOneLine(textIn(element, 'praezisierung'))}`,
    );
    return {};
  }
  const { minValue, maxValue, pattern } = written;
  const length = (name: 'minLength' | 'maxLength') => {
    const text = written[name];
    if (text === undefined) return {};
    if (/^\d{1,9}$/.test(text)) return { [name]: Number(text) };
    reading.note(path, `${name} "${text}" is no number, and is left out`);
    return {};
  };
  return {
    ...length('minLength'),
    ...length('maxLength'),
    ...(minValue !== undefined && { minValue }),
    ...(maxValue !== undefined && { maxValue }),
    ...(pattern !== undefined && { pattern }),
  };
}
