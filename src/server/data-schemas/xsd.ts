import { childrenFault, MAX_DEPTH, MAX_NODES } from './bounds.ts';
import { idOfName, type SchemaGroup, type SchemaNode } from './node.ts';
import { type XmlElement, xmlSource } from './xml-source.ts';
import { type Globals, globalsOf, refuse, XSD } from './xsd-globals.ts';
import { type ReadType, simpleType } from './xsd-types.ts';

/** Elements below `xs:schema` that are read. Others could say something about data that is not promised of a form. */
const TOP = ['element', 'complexType', 'simpleType', 'annotation'];
/** Entries of an element that is named in XML as often as it is written. */
const MAX_OCCURS = 1_000;

type At = { depth: number; within: readonly XmlElement[] };

/**
 * Reads an XSD whose elements are named by ids of FIM, as converters of XDatenfelder write it.
 * @throws SchemaRefused for what is not read, at its place
 */
export function readXsd(text: string): { root: SchemaGroup; namespace: string } {
  const schema = xmlSource(text);
  if (schema.name !== 'schema' || schema.namespace !== XSD)
    refuse(schema, 'this is no XML schema (xs:schema)');
  for (const child of schema.children) {
    if (['include', 'import', 'redefine', 'override'].includes(child.name))
      refuse(
        child,
        `xs:${child.name} leads out of the file, and nothing is fetched: put what it has into this file`,
      );
    if (!TOP.includes(child.name)) refuse(child, `xs:${child.name} is not supported`);
  }
  const namespace = schema.attributes.targetNamespace ?? '';
  if (namespace !== '' && schema.attributes.elementFormDefault !== 'qualified' && hasLocalElements(schema))
    refuse(schema, 'elementFormDefault has to be "qualified"');
  const globals = globalsOf(schema, namespace);
  let nodes = 0;

  function read(element: XmlElement, at: At & { parent: string; isFirst: boolean }): SchemaNode {
    const { ref } = element.attributes;
    const defined = ref === undefined ? element : globals.find('element', element, ref);
    nodes += 1;
    if (nodes > MAX_NODES) refuse(element, `there are more than ${MAX_NODES} elements`);
    if (at.depth > MAX_DEPTH) refuse(element, `there are more than ${MAX_DEPTH} elements in each other`);
    if (at.within.includes(defined)) refuse(element, 'the references lead in a circle');
    for (const word of ['substitutionGroup', 'abstract', 'fixed', 'default', 'nillable'])
      if ((defined.attributes[word] ?? 'false') !== 'false') refuse(defined, `"${word}" is not supported`);
    const name = defined.attributes.name ?? refuse(defined, 'an element needs a name');
    const id = at.isFirst
      ? ''
      : (idOfName(name) ??
        refuse(defined, `"${name}" is not the id of an element of FIM (F or G and 8 or 11 digits)`));
    const path = at.parent === '' ? id : `${at.parent}.${id}`;
    const common = { id, path, name, title: titleOf(defined), line: defined.line, ...occursOf(element) };
    const within = [...at.within, defined];
    const complex = complexOf(globals, defined);
    if (!complex) return { ...common, kind: 'leaf', ...leafOf(globals, defined) };
    const { model, choice } = modelOf(complex);
    const children = elementsOf(model).flatMap((child) =>
      occursOf(child).max === 0
        ? []
        : [read(child, { depth: at.depth + 1, within, parent: path, isFirst: false })],
    );
    const fault = childrenFault(path, children);
    if (fault !== null) refuse(complex, fault);
    if (!choice) return { ...common, kind: 'group', choice: null, children };
    const mayBeEmpty = children.some(({ isRequired }) => !isRequired);
    return {
      ...common,
      kind: 'group',
      choice: mayBeEmpty ? 'oneAtMost' : 'one',
      children: children.map((child) => ({ ...child, isRequired: false })),
    };
  }

  const root = read(rootOf(schema), { depth: 0, within: [], parent: '', isFirst: true });
  if (root.kind !== 'group') refuse(schema, 'the element of the whole data has to have elements in it');
  return { root: root as SchemaGroup, namespace };
}

const hasLocalElements = (element: XmlElement, depth = 0): boolean =>
  element.children.some(
    (child) =>
      (depth > 0 && child.name === 'element' && child.attributes.name !== undefined) ||
      hasLocalElements(child, depth + 1),
  );

/** The data begins with the global element that no other one refers to; of several, with the one named as a schema. */
function rootOf(schema: XmlElement): XmlElement {
  const referred = new Set<string>();
  const note = (element: XmlElement): void => {
    const { ref } = element.attributes;
    if (ref !== undefined) referred.add(ref.split(':').at(-1) ?? '');
    for (const child of element.children) note(child);
  };
  note(schema);
  const first = schema.children.filter(
    ({ name, attributes }) => name === 'element' && !referred.has(attributes.name ?? ''),
  );
  const named = first.filter(({ attributes }) => /^S(\d{8}|\d{11})(V[\d.]+)?$/.test(attributes.name ?? ''));
  const [root, ...others] = named.length > 0 ? named : first;
  if (!root) return refuse(schema, 'there is no element that the data could begin with');
  if (others.length > 0)
    refuse(
      others[0]!,
      `the data could begin with ${root.attributes.name} or with ${others[0]?.attributes.name}`,
    );
  return root;
}

function occursOf(element: XmlElement): Pick<SchemaNode, 'isRequired' | 'isList' | 'min' | 'max'> {
  const { minOccurs = '1', maxOccurs = '1' } = element.attributes;
  const count = (text: string) =>
    /^\d{1,9}$/.test(text) ? Number(text) : refuse(element, `"${text}" is no number of elements`);
  const min = count(minOccurs);
  const max = maxOccurs === 'unbounded' ? null : count(maxOccurs);
  if (min > MAX_OCCURS || (max ?? 0) > MAX_OCCURS)
    refuse(element, `more than ${MAX_OCCURS} elements are written as "unbounded"`);
  return { isRequired: min > 0, isList: max !== 1, min: Math.max(min, 1), max };
}

/** The complex type of an element, in it or by its name; undefined for an element with a text. */
function complexOf(globals: Globals, element: XmlElement): XmlElement | undefined {
  const { type } = element.attributes;
  const inside = element.children.find(({ name }) => name === 'complexType');
  if (inside || type === undefined) return inside;
  const [local = '', prefix = ''] = type.split(':').reverse();
  const isOwn = (element.prefixes[prefix] ?? '') === globals.namespace && element.prefixes[prefix] !== XSD;
  return isOwn
    ? globals.schema.children.find(
        ({ name, attributes }) => name === 'complexType' && attributes.name === local,
      )
    : undefined;
}

function modelOf(complex: XmlElement): { model: XmlElement | null; choice: boolean } {
  if (complex.attributes.mixed === 'true')
    refuse(complex, 'text between elements ("mixed") is not supported');
  const parts = complex.children.filter(({ name }) => name !== 'annotation');
  const [model, ...more] = parts;
  if (!model) return { model: null, choice: false };
  if (more.length > 0 || !['sequence', 'choice', 'all'].includes(model.name))
    refuse(more[0] ?? model, `xs:${(more[0] ?? model).name} is not supported here`);
  const { isRequired, isList } = occursOf(model);
  if (!isRequired || isList) refuse(model, `xs:${model.name} has to occur once`);
  return { model, choice: model.name === 'choice' };
}

function elementsOf(model: XmlElement | null): XmlElement[] {
  return (model?.children ?? []).flatMap((child) => {
    if (child.name === 'annotation') return [];
    if (child.name === 'element') return [child];
    // A sequence in a sequence that occurs once says nothing more.
    const isPlain =
      child.name === 'sequence' && model?.name === 'sequence' && Object.keys(child.attributes).length === 0;
    return isPlain ? elementsOf(child) : refuse(child, `xs:${child.name} is not supported here`);
  });
}

function leafOf(globals: Globals, element: XmlElement): ReadType {
  const inside = element.children.find(({ name }) => name === 'simpleType');
  if (inside) return simpleType(globals, inside, []);
  if (element.attributes.type === undefined) return { type: 'any', limits: {}, options: null };
  return simpleType(globals, element, []);
}

/** The converter begins its comments with the kind of the element, and ends them with its values. */
function titleOf(element: XmlElement): string {
  const note = element.children.find(({ name }) => name === 'annotation');
  const text = note?.children.find(({ name }) => name === 'documentation')?.text ?? '';
  return text
    .trim()
    .replace(/^(Datenfeld|Datenfeldgruppe|Datenschema):\s*/, '')
    .replace(/\s+- (Wertebereich|Typ): .*$/s, '');
}
