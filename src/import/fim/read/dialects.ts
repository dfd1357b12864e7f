import { child, children, codeIn, textIn, textOf, type XmlElement } from '../../xml/element.ts';
import type { FimField, FimListReference, FimRule } from '../model.ts';
import { inLines, onOneLine } from './words.ts';

/** The limits of a field as texts, or the reason why they cannot be read. */
type Limits = Partial<Record<keyof FimField['limits'], string>>;

/** The parts that the versions of XDatenfelder write differently. */
export type Dialect = {
  standard: '2.0' | '3.0.0';
  /** The title of a schema. */
  title(schema: XmlElement): string;
  /** The step of the approval in words, the number of it if it is one, and whether it may be used. */
  approval(schema: XmlElement): { step: number | null; word: string; isApproved: boolean };
  changed(schema: XmlElement): string;
  help(element: XmlElement): string;
  basis(element: XmlElement): string[];
  /** Undefined if they cannot be read. */
  limits(field: XmlElement): Limits | undefined;
  list(field: XmlElement): FimListReference | null;
  rule(rule: XmlElement): Pick<FimRule, 'text'>;
};

const LIMITS = ['minLength', 'maxLength', 'minValue', 'maxValue', 'pattern'] as const;
/** From here on a schema is approved, up to the step at which it is inactive. */
const [APPROVED, INACTIVE] = [5, 7];
const STEPS = [
  'planned',
  'in work',
  'draft',
  'methodically approved',
  'approved (silver)',
  'approved (gold)',
  'inactive',
  'to be deleted',
];

const bases = (texts: string[]): string[] => texts.map(onOneLine).filter((text) => text !== '');
const dayOf = (text: string): string => /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';

/** A reference to a code list. Some name no version: then its newest one is meant. */
function reference(identification: XmlElement | undefined): FimListReference | null {
  const uri = textIn(identification, 'canonicalIdentification');
  const version = textIn(identification, 'version');
  const named = textIn(identification, 'canonicalVersionUri');
  if (uri === '' && named === '') return null;
  const made = version === '' ? '' : `${uri}_${version}`;
  return { uri: uri || named.replace(/_[^_:]*$/, ''), versionUri: named === uri ? made : named || made };
}

export const xdf3: Dialect = {
  standard: '3.0.0',
  title: (schema) => textIn(schema, 'bezeichnung'),
  approval(schema) {
    const { code } = codeIn(child(schema, 'freigabestatus'));
    const step = /^[1-8]$/.test(code) ? Number(code) : null;
    return {
      step,
      word: (step !== null && STEPS[step - 1]) || code || 'not named',
      isApproved: step !== null && step >= APPROVED && step < INACTIVE,
    };
  },
  changed: (schema) => dayOf(textIn(schema, 'letzteAenderung')),
  help: (element) => textIn(element, 'hilfetextEingabe', 'hilfetext'),
  basis: (element) => bases(children(element, 'bezug').map(textOf)),
  limits: (field) => {
    const { attributes = {} } = child(field, 'praezisierung') ?? {};
    return Object.fromEntries(LIMITS.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])));
  },
  list(field) {
    const element = child(field, 'codelisteReferenz');
    const found = reference(element);
    const [codeKey, nameKey] = ['codeKey', 'nameKey'].map(
      (name) => textIn(field, name) || textIn(element, name),
    );
    return found && { ...found, ...(codeKey && { codeKey }), ...(nameKey && { nameKey }) };
  },
  rule: (rule) => ({ text: inLines(textIn(rule, 'freitextRegel')) }),
};

export const xdf2: Dialect = {
  standard: '2.0',
  title: (schema) => textIn(schema, 'bezeichnungEingabe'),
  approval(schema) {
    const { code } = codeIn(child(schema, 'status'));
    return { step: null, word: code || 'not named', isApproved: code === 'aktiv' };
  },
  changed: (schema) =>
    dayOf(textIn(schema, 'freigabedatum')) || dayOf(textIn(schema, 'veroeffentlichungsdatum')),
  help: (element) => textIn(element, 'hilfetextEingabe', 'hilfetext'),
  basis: (element) => bases(children(element, 'bezug').flatMap((bezug) => textOf(bezug).split(';'))),
  limits: (field) => limitsInJson(textIn(field, 'praezisierung')),
  list: (field) =>
    reference(child(child(field, 'codelisteReferenz'), 'genericodeIdentification')) ??
    reference(child(field, 'codelisteReferenz')),
  rule: (rule) => ({ text: inLines(textIn(rule, 'definition') || textIn(rule, 'beschreibung')) }),
};

/** XDatenfelder 2 writes the limits as JSON whose values are texts. */
function limitsInJson(text: string): Limits | undefined {
  if (text === '') return {};
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null) return undefined;
    return Object.fromEntries(
      LIMITS.flatMap((name) => {
        const value = (json as Record<string, unknown>)[name];
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
      }),
    );
  } catch {
    return undefined;
  }
}
