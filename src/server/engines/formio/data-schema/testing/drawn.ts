import fc from 'fast-check';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { field, group, page, values } from './schemas.ts';

/** Draws a whole number from 0 to below `count`. */
export type Dice = (count: number) => number;
export const diceOf =
  (draw: fc.GeneratorValue): Dice =>
  (count) =>
    draw(fc.integer, { min: 0, max: count - 1 });

/** An element of a schema, in both notations, and the components of a form that were made for it. */
type Drawn = {
  json: object;
  xsd: string;
  isRequired: boolean;
  isList: boolean;
  min: number;
  max: number | null;
  components: object[];
  name: string;
};

const POSTCODE = '([0]{1}[1-9]{1}|[1-9]{1}[0-9]{1})[0-9]{3}';
const yesNo = values('true', 'false');

/**
 * Draws a schema and a form that was made for it, in which something may be wrong now and then: a field that is missing,
 * optional, hidden, too long, or there twice.
 */
export function drawPair(dice: Dice): { form: ReturnType<typeof page>; kept: KeptSchema } {
  let ids = 0;
  const once = (share: number) => dice(share) === 0;
  const next = (letter: 'F' | 'G') => {
    ids += 1;
    return `${letter}99${String(ids).padStart(9, '0')}`;
  };
  const definitions: string[] = [];
  const shown = () => ({ conditional: { show: true, when: 'way', eq: dice(2) === 0 ? 'post' : 'mail' } });

  function leaf(parent: string, isRequired: boolean): Drawn {
    const name = next('F');
    const fim = parent === '' ? name : `${parent}.${name}`;
    const key = `f${ids}`;
    const validate = { ...(isRequired !== once(12) && { required: true }) };
    const maxLength = 3 + dice(20);
    const made = (json: object, xsd: string, component: object): Drawn => {
      definitions.push(
        xsd.startsWith('xs:')
          ? `<xs:element name="${name}" type="${xsd}"/>`
          : `<xs:element name="${name}"><xs:simpleType>${xsd}</xs:simpleType></xs:element>`,
      );
      const one = once(15) ? { ...component, ...shown() } : component;
      const components = once(30) ? [] : once(30) ? [one, { ...one, key: `${key}b` }] : [one];
      return { json, xsd: name, isRequired, isList: false, min: 1, max: 1, components, name };
    };
    const text = (facets: string) => `<xs:restriction base="xs:string">${facets}</xs:restriction>`;
    switch (dice(10)) {
      case 0:
        return made({ type: 'string', format: 'date' }, 'xs:date', field('day', key, fim, { validate }));
      case 1:
        return made(
          { type: 'boolean' },
          'xs:boolean',
          once(2)
            ? field('checkbox', key, fim, { validate: {} })
            : field('radio', key, fim, { values: yesNo, validate }),
        );
      case 2: {
        const [min, max] = [dice(5), 5 + dice(9)];
        const rest = { decimalLimit: 0, validate: { ...validate, min, max: once(9) ? max + 1 : max } };
        return made(
          { type: 'integer', minimum: min, maximum: max },
          `<xs:restriction base="xs:integer"><xs:minInclusive value="${min}"/><xs:maxInclusive value="${max}"/></xs:restriction>`,
          field('number', key, fim, rest),
        );
      }
      case 3:
        return made(
          { type: 'number' },
          'xs:decimal',
          field('currency', key, fim, { currency: 'EUR', validate }),
        );
      case 4: {
        const codes = ['001', '002', '003'].slice(0, 2 + dice(2));
        const offered = values(...codes.slice(dice(2)), ...(once(9) ? ['009'] : []));
        const facets = codes.map((code) => `<xs:enumeration value="${code}"/>`).join('');
        return made(
          { type: 'string', oneOf: codes.map((code) => ({ const: code })) },
          `<xs:restriction base="xs:token">${facets}</xs:restriction>`,
          once(2)
            ? field('radio', key, fim, { values: offered, validate })
            : field('select', key, fim, { data: { values: offered }, validate }),
        );
      }
      case 5:
        return made(
          { type: 'string', pattern: POSTCODE, maxLength: 5 },
          text(`<xs:maxLength value="5"/><xs:pattern value="${POSTCODE}"/>`),
          once(3)
            ? field('textfield', key, fim, { validate: { ...validate, pattern: POSTCODE, maxLength: 5 } })
            : field('textfield', key, fim, { validate, properties: { fim, check: 'postcode' } }),
        );
      case 6: {
        const codes = ['01', '02', '03'];
        const made6 = made(
          {
            type: 'array',
            items: { type: 'string', enum: codes },
            minItems: isRequired ? 1 : 0,
            maxItems: 3,
          },
          `<xs:restriction base="xs:token">${codes.map((code) => `<xs:enumeration value="${code}"/>`).join('')}</xs:restriction>`,
          field('selectboxes', key, fim, {
            values: values('c01', 'c02', ...(once(9) ? ['c04'] : [])),
            validate,
          }),
        );
        return { ...made6, isList: true, max: 3 };
      }
      case 7: {
        const several = made(
          { type: 'array', items: { type: 'string', maxLength }, minItems: isRequired ? 1 : 0, maxItems: 3 },
          text(`<xs:maxLength value="${maxLength}"/>`),
          {},
        );
        const [one, two] = [`${key}x`, `${key}y`].map((name, index) =>
          field('textfield', name, fim, { validate: { ...(index === 0 && validate), maxLength } }),
        );
        const rows = field('datagrid', key, fim, {
          addAnother: 'Mehr',
          validate: { ...validate, maxLength: once(9) ? 4 : 3 },
          components: [
            {
              type: 'textfield',
              key: 'cell',
              label: 'cell',
              input: true,
              validate: { maxLength, required: !once(5) },
            },
          ],
        });
        const isRow = parent.includes('G');
        return { ...several, isList: true, max: 3, components: isRow || once(2) ? [one!, two!] : [rows] };
      }
      case 8:
        return made(
          { type: 'string', format: 'datetime' },
          'xs:dateTime',
          field('datetime', key, fim, { enableDate: true, enableTime: true, validate }),
        );
      default: {
        const rest = { validate: { ...validate, maxLength: once(9) ? maxLength + 1 : maxLength } };
        return made(
          { type: 'string', maxLength },
          text(`<xs:maxLength value="${maxLength}"/>`),
          field(once(3) ? 'textarea' : 'textfield', key, fim, rest),
        );
      }
    }
  }

  function groupOf(parent: string, depth: number, isInRow: boolean): Drawn {
    const name = next('G');
    const path = parent === '' ? name : `${parent}.${name}`;
    const key = `g${ids}`;
    const isRequired = once(2);
    const kind = dice(5);
    const isList = kind === 0 && !isInRow;
    const isChoice = kind === 1 && !isInRow;
    const count = isChoice ? 2 : 1 + dice(3);
    const members = Array.from({ length: count }, () =>
      depth < 2 && once(3) && !isChoice
        ? groupOf(path, depth + 1, isInRow || isList)
        : leaf(path, isChoice ? true : once(2)),
    );
    const sides = isChoice
      ? members.map((member, index) => ({
          type: 'fieldset',
          key: `${key}s${index}`,
          label: key,
          legend: key,
          components: member.components,
          conditional: { show: true, when: 'way', eq: index === 0 || once(12) ? 'post' : 'mail' },
        }))
      : members.flatMap(({ components }) => components);
    const inside = sides.filter((one) => !('components' in one) || (one.components as object[]).length > 0);
    const min = isList && isRequired ? 1 + dice(2) : 1;
    const max = isList ? (once(2) ? 3 : null) : 1;
    const refs = members.map((member) => refOf(member, isChoice)).join('');
    const model = isChoice ? `<xs:choice>${refs}</xs:choice>` : `<xs:sequence>${refs}</xs:sequence>`;
    definitions.push(`<xs:element name="${name}"><xs:complexType>${model}</xs:complexType></xs:element>`);
    const required = isChoice
      ? []
      : members.filter((member) => member.isRequired).map((member) => member.name);
    const json = {
      ...group(Object.fromEntries(members.map((member) => [member.name, member.json])), required),
      ...(isChoice && { oneOf: members.map((member) => ({ required: [member.name] })) }),
    };
    const set = {
      type: 'fieldset',
      key,
      label: key,
      legend: key,
      components: inside,
      ...((!isRequired || once(10)) && once(2) && shown()),
    };
    const grid = field('editgrid', key, path, {
      addAnother: 'Mehr',
      components: inside,
      validate: {
        ...(isRequired && { minLength: once(9) ? 1 : min }),
        ...(max !== null && { maxLength: max }),
      },
    });
    return {
      json: isList
        ? {
            type: 'array',
            items: json,
            minItems: isRequired ? min : 0,
            ...(max !== null && { maxItems: max }),
          }
        : json,
      xsd: name,
      isRequired,
      isList,
      min,
      max,
      name,
      components: inside.length === 0 ? [] : [isList ? grid : set],
    };
  }

  const members = Array.from({ length: 1 + dice(3) }, () =>
    once(2) ? groupOf('', 0, false) : leaf('', once(2)),
  );
  const isXml = once(2);
  const root = `<xs:element name="S99000000001"><xs:complexType><xs:sequence>${members.map((member) => refOf(member, false)).join('')}</xs:sequence></xs:complexType></xs:element>`;
  const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:test" targetNamespace="urn:test" elementFormDefault="qualified">${root}${definitions.join('')}</xs:schema>`;
  const json = group(
    Object.fromEntries(members.map((member) => [member.name, member.json])),
    members.filter((member) => member.isRequired).map((member) => member.name),
  );
  const way = {
    type: 'radio',
    key: 'way',
    label: 'Weg',
    input: true,
    values: values('post', 'mail'),
    validate: { required: once(2) },
  };
  return {
    form: page(way, ...members.flatMap(({ components }) => components)),
    kept: {
      schemaUri: 'urn:test',
      mimeType: isXml ? 'application/xml' : 'application/json',
      file: isXml ? 'schema.xsd' : 'schema.json',
      text: isXml ? xsd : JSON.stringify(json),
      constants: {},
    },
  };
}

function refOf({ xsd, isRequired, min, max }: Drawn, isChoice: boolean): string {
  const most = max === null ? 'unbounded' : max;
  return `<xs:element ref="${xsd}" minOccurs="${isRequired || isChoice ? min : 0}" maxOccurs="${most}"/>`;
}
