import type { LeafType, Limits, SchemaLeaf } from './node.ts';
import { faultOfPattern, xmlPattern } from './patterns.ts';
import type { XmlElement } from './xml-source.ts';
import { type Globals, refuse, XSD } from './xsd-globals.ts';

export type ReadType = Pick<SchemaLeaf, 'type' | 'limits' | 'options'>;

/** Types of XML Schema that are read, with the limits that each has by itself. */
const TYPES: Record<string, { type: LeafType; limits?: Limits }> = {
  string: { type: 'text' },
  normalizedString: { type: 'text' },
  token: { type: 'text' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  nonNegativeInteger: { type: 'integer', limits: { minimum: 0 } },
  positiveInteger: { type: 'integer', limits: { minimum: 1 } },
  long: { type: 'integer', limits: { minimum: -(2 ** 63), maximum: 2 ** 63 } },
  int: { type: 'integer', limits: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } },
  short: { type: 'integer', limits: { minimum: -(2 ** 15), maximum: 2 ** 15 - 1 } },
  decimal: { type: 'number' },
  float: { type: 'number' },
  double: { type: 'number' },
  date: { type: 'date' },
  time: { type: 'time' },
  dateTime: { type: 'datetime' },
  anyType: { type: 'any' },
  anySimpleType: { type: 'any' },
};

/**
 * Reads the type of an element or a restriction of one.
 * @param node an element with the attribute `type`, or xs:simpleType
 * @param passed types by name that led here
 */
export function simpleType(globals: Globals, node: XmlElement, passed: readonly XmlElement[]): ReadType {
  if (passed.includes(node)) refuse(node, 'the types lead in a circle');
  if (node.name !== 'simpleType') return named(globals, node, node.attributes.type ?? '', passed);
  const [restriction, ...more] = node.children.filter(({ name }) => name !== 'annotation');
  if (restriction?.name !== 'restriction' || more.length > 0)
    return refuse(node, 'a simple type has to be one xs:restriction');
  const inside = restriction.children.find(({ name }) => name === 'simpleType');
  const within = [...passed, node];
  const base = inside
    ? simpleType(globals, inside, within)
    : named(globals, restriction, restriction.attributes.base ?? '', within);
  return restricted(base, restriction);
}

function named(globals: Globals, node: XmlElement, name: string, passed: readonly XmlElement[]): ReadType {
  const [local = '', prefix = ''] = name.split(':').reverse();
  if ((node.prefixes[prefix] ?? '') !== XSD)
    return simpleType(globals, globals.find('simpleType', node, name), passed);
  const known = Object.hasOwn(TYPES, local) ? TYPES[local] : undefined;
  if (!known) return refuse(node, `the type "${name}" is not supported`);
  return { type: known.type, limits: { ...known.limits }, options: null };
}

function restricted({ type, limits: given, options: before }: ReadType, restriction: XmlElement): ReadType {
  const limits: Limits = { ...given };
  const options: string[] = [];
  const patterns: XmlElement[] = [];
  const isNumber = type === 'integer' || type === 'number';
  for (const facet of restriction.children) {
    const { value = '' } = facet.attributes;
    const number = () => {
      if (!isNumber && facet.name.startsWith('m') && !facet.name.endsWith('Length'))
        return refuse(facet, `xs:${facet.name} is supported for numbers only`);
      return /^[-+]?\d+(\.\d+)?$/.test(value) ? Number(value) : refuse(facet, `"${value}" is no number`);
    };
    switch (facet.name) {
      case 'annotation':
      case 'whiteSpace':
      case 'simpleType':
        break;
      case 'enumeration':
        options.push(value);
        break;
      case 'pattern':
        patterns.push(facet);
        break;
      case 'length':
        limits.minLength = limits.maxLength = number();
        break;
      case 'minLength':
      case 'maxLength':
        limits[facet.name] = number();
        break;
      case 'minInclusive':
      case 'minExclusive':
        limits.minimum = number();
        limits.isMinimumOut = facet.name === 'minExclusive';
        break;
      case 'maxInclusive':
      case 'maxExclusive':
        limits.maximum = number();
        limits.isMaximumOut = facet.name === 'maxExclusive';
        break;
      case 'fractionDigits':
        limits.decimals = number();
        break;
      default:
        refuse(facet, `xs:${facet.name} is not supported here`);
    }
  }
  const [first] = patterns;
  if (first) {
    if (limits.pattern) refuse(first, 'a pattern of a type with a pattern is not supported');
    // Several patterns of one restriction are alternatives.
    const written = patterns.map(({ attributes }) => attributes.value ?? '').join('|');
    const pattern = xmlPattern(written);
    const fault = faultOfPattern(pattern, limits.maxLength);
    if (fault !== null) refuse(first, `the pattern ${written}: ${fault}`);
    limits.pattern = pattern;
  }
  if (options.length > 0 && type !== 'text') refuse(restriction, 'values can be listed for texts only');
  return { type, limits, options: options.length > 0 ? options : before };
}
