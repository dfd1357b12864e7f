import type { FimField, FimGroup, FimMember, FimOption, FimSchema } from './model.ts';
import { isGroup, isRepeated } from './walk.ts';

type Json = { [name: string]: unknown };

/** Values of a selection; null where its code list is not known. */
type OptionsOf = (field: FimField) => readonly FimOption[] | null;

/** A file of the schema for the data; `withoutPattern` are the fields whose pattern it cannot hold. */
export type SchemaFile = { name: string; text: string; withoutPattern: string[] };

/**
 * The schema as JSON Schema (draft 2020-12), with the names of the FIM portal's converters: each element is
 * `<id>V<version>` and defined once. Rules are no part of it. Files are texts: an authority's schema does not say which.
 * The same schema gives the same text.
 */
export function schemaFile(schema: FimSchema, optionsOf: OptionsOf): SchemaFile {
  const writing = new SchemaWriting(optionsOf);
  const content = writing.membersOf(schema.members, false);
  const defs = [...writing.defs].sort(([one], [other]) => (one < other ? -1 : 1));
  const name = `${nameOf(schema)}.schema.json`;
  const json = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: name,
    title: schema.name,
    type: 'object',
    ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }),
    ...content,
  };
  return {
    name,
    text: `${JSON.stringify(json, null, 1)}\n`,
    withoutPattern: [...new Set(writing.withoutPattern)],
  };
}

/** Name of an element in the data; without a version of its own, its id. */
const nameOf = ({ id, version }: { id: string; version: string }): string =>
  version === '' ? id : `${id}V${version}`;

class SchemaWriting {
  readonly defs = new Map<string, Json>();
  readonly withoutPattern: string[] = [];
  readonly #optionsOf: OptionsOf;

  constructor(optionsOf: OptionsOf) {
    this.#optionsOf = optionsOf;
  }

  /** The members of a group or schema. Texts that are only shown are no data. */
  membersOf(members: readonly FimMember[], isChoice: boolean): Json {
    const given = members.filter(({ element }) => element.kind === 'group' || element.input !== 'label');
    const named = given.map((member) => [nameOf(member.element), this.#member(member)] as const);
    const required = given.filter(({ min }) => min > 0).map(({ element }) => nameOf(element));
    return {
      properties: Object.fromEntries(named),
      ...(isChoice
        ? { oneOf: named.map(([name]) => ({ required: [name] })) }
        : required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  #member(member: FimMember): Json {
    const one = this.#defined(member);
    if (!isRepeated(member)) return one;
    const { min, max } = member;
    return { type: 'array', items: one, minItems: min, ...(max !== null && { maxItems: max }) };
  }

  /** A reference to the element's definition; the definition itself where another element has the name already. */
  #defined(member: FimMember): Json {
    const { element } = member;
    const name = nameOf(element);
    const own = isGroup(member) ? this.#group(member.element) : this.#field(element as FimField);
    const known = this.defs.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(own)) return own;
    this.defs.set(name, own);
    return { $ref: `#/$defs/${name}` };
  }

  #group({ name, isChoice, members }: FimGroup): Json {
    return { title: name, type: 'object', ...this.membersOf(members, isChoice) };
  }

  #field(field: FimField): Json {
    return { title: field.name, ...this.#value(field) };
  }

  #value(field: FimField): Json {
    const { input, type, limits } = field;
    if (input === 'select') {
      const options = this.#optionsOf(field) ?? [];
      const oneOf = options.map(({ code, name }) => ({ const: code, description: name }));
      return { type: 'string', ...(oneOf.length > 0 && { oneOf }) };
    }
    switch (type) {
      case 'bool':
        return { type: 'boolean' };
      case 'num_int':
        return { type: 'integer', ...numberLimits(limits) };
      case 'num':
      case 'num_currency':
        return { type: 'number', ...numberLimits(limits) };
      case 'date':
        return { type: 'string', format: 'date' };
      case 'datetime':
        return { type: 'string', format: 'date-time' };
      case 'time':
        return { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' };
      case 'file':
      case 'obj':
        return { type: 'string' };
      default: {
        return { type: 'string', ...this.#textLimits(field) };
      }
    }
  }

  /** A pattern of FIM is of the whole text, one of JSON Schema is not. */
  #textLimits({ id, limits: { minLength, maxLength, pattern } }: FimField): Json {
    const whole = pattern === undefined ? undefined : `^(?:${pattern})$`;
    const isUsable = whole !== undefined && isPattern(whole);
    if (whole !== undefined && !isUsable) this.withoutPattern.push(id);
    return {
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
      ...(isUsable && { pattern: whole }),
    };
  }
}

function numberLimits({ minValue, maxValue }: FimField['limits']): Json {
  const [minimum, maximum] = [numberIn(minValue), numberIn(maxValue)];
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text?.replace(',', '.'));
  return text !== undefined && text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}

/** True if JSON Schema can have it: XML Schema knows expressions that ECMAScript does not. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
