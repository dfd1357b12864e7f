import type { Json, OwnText } from '../../form/convert/conversion.ts';
import type { FimField, FimMember, FimPath } from '../model.ts';
import { isGroup, isRepeated, pathTo } from '../walk.ts';
import type { Asked } from './asked.ts';
import { birthdate } from './birthdate.ts';
import { askingField } from './field.ts';
import { fixedField, isFixed } from './fixed.ts';
import { isBirthdate } from './known.ts';
import { helpText, labelText } from './label-text.ts';
import { needsQuestion, questionsIn, requireAnswer } from './optional.ts';
import { rowsRule, rowTexts, severalFields } from './repeated.ts';
import { around, texts } from './texts.ts';
import { dataPath, type Scope, type Writing, whatOf } from './writing.ts';

/** A member at its place. `isRequired` is false where it may be left out. */
export type Member = { member: FimMember; path: FimPath; scope: Scope; isRequired: boolean };

/** The components for one member. */
export function componentsFor(place: Member, writing: Writing): Json[] {
  const { member, path, scope, isRequired } = place;
  if (!isGroup(member)) return fieldComponents(place, member.element as FimField, writing);
  const group = member.element;
  if (isRepeated(member)) return scope.grid === undefined ? rowsOf(place, writing) : partsOf(place, writing);
  if (isBirthdate(group)) return [birthdate(group, path, scope, isRequired, writing)];
  return isLeftOpen(place, writing)
    ? questionAndPart(place, { make: around.wanted }, writing)
    : partOf(place, group.label, writing);
}

function fieldComponents(
  { member, path, scope, isRequired }: Member,
  field: FimField,
  writing: Writing,
): Json[] {
  if (field.input === 'label') return [labelText(field, path, scope, writing)];
  const what = whatOf(path, scope);
  const asked: Asked = { field, path, what, label: field.label, isRequired, scope, isFirst: true };
  if (isFixed(field)) return fixedField(asked, writing);
  return isRepeated(member) ? severalFields(asked, member, writing) : [askingField(asked, writing)];
}

/** True if people are asked whether they fill in a group, because no rule and no answer of it decides. */
export const isLeftOpen = ({ member, path, isRequired }: Member, writing: Writing): boolean =>
  isGroup(member) && !isRequired && !writing.options.ruled.has(path) && needsQuestion(member.element);

/** The contents of a group: its help, and its members or the choice between them. */
export function contentsOf(place: Member, writing: Writing): Json[] {
  const { member, path, scope } = place;
  if (!isGroup(member)) return [];
  const { label, help, isChoice, members } = member.element;
  const inside = { ...scope, around: label };
  const isNeeded = place.isRequired || writing.options.ruled.has(path);
  const components = isChoice
    ? choiceOf(members, { path, scope: inside, isRequired: isNeeded }, writing)
    : members.flatMap((inner) =>
        componentsFor(
          {
            member: inner,
            path: pathTo(path, inner),
            scope: inside,
            isRequired: inner.min > 0 && (isNeeded || questionsIn(members) > 1),
          },
          writing,
        ),
      );
  return components.length > 0 ? [...helpText(help, label, path, inside, writing), ...components] : [];
}

/** A part of a page; nothing if nothing in it is asked or said. */
function partOf(place: Member, legend: string, writing: Writing): Json[] {
  const { member, path, scope } = place;
  const { label, name } = member.element;
  const key = writing.keys.keyFor(whatOf(path, scope), label, scope.around);
  const components = contentsOf(place, writing);
  if (components.length === 0) return [];
  const json = { type: 'fieldset', key, label: name || label, legend, components, properties: { fim: path } };
  return [writing.placed(path, json, scope)];
}

type Question = { make: (label: string) => OwnText; after?: Json | undefined; legend?: string };

/** The question whether a part is filled in, and the part, which a yes shows. */
export function questionAndPart(place: Member, { make, after, legend }: Question, writing: Writing): Json[] {
  const { member, path, scope } = place;
  const { label } = member.element;
  writing.note('optionalGroup', path, label);
  const question = {
    type: 'radio',
    key: writing.keys.keyFor(`${whatOf(path, scope)}?`, `${label} ja`, scope.around),
    label: writing.from(label, make),
    input: true,
    values: [
      { value: YES, label: writing.own(texts.yes) },
      { value: NO, label: writing.own(texts.no) },
    ],
    ...(after && { conditional: shownBy(after, YES, scope) }),
    validate: { required: true },
  };
  const [part] = partOf(place, legend ?? label, writing);
  if (!part) return [];
  part.conditional = shownBy(question, YES, scope);
  return [question, part];
}

/** As the answer to a question of the schema. */
const [YES, NO] = ['true', 'false'];

const shownBy = ({ key }: Json, eq: string, scope: Scope): Json => ({
  show: true,
  when: dataPath(String(key), scope),
  eq,
});

/** A choice of one member: the question which one, and each of them, shown where it was chosen. */
function choiceOf(
  members: readonly FimMember[],
  { path, scope, isRequired }: Omit<Member, 'member'>,
  writing: Writing,
): Json[] {
  const key = writing.keys.keyFor(`${whatOf(path, scope)}!`, `Auswahl ${scope.around}`);
  const parts = members.flatMap((member) => {
    const inner = { member, path: pathTo(path, member), scope, isRequired: true };
    const components = componentsFor(inner, writing);
    if (isGroup(member) && !isRepeated(member) && !requireAnswer(member.element.members))
      writing.note('emptyChoice', inner.path, member.element.label);
    for (const component of components) component.conditional = shownBy({ key }, member.element.id, scope);
    return components.length > 0 ? [{ member, components }] : [];
  });
  if (parts.length === 0) return [];
  const question = {
    type: 'radio',
    key,
    label: writing.own(texts.choice),
    input: true,
    values: parts.map(({ member: { element } }) => ({ value: element.id, label: element.label })),
    ...(isRequired && { validate: { required: true } }),
  };
  return [question, ...parts.flatMap(({ components }) => components)];
}

/** The rows of a repeated group. */
export function rowsOf(place: Member, writing: Writing): Json[] {
  const { member, path, scope, isRequired } = place;
  const { label, help } = member.element;
  const key = writing.keys.keyFor(whatOf(path, scope), label, scope.around);
  // What stands above the rows is not repeated in each.
  const withoutHelp = { ...member, element: { ...member.element, help: '' } } as FimMember;
  const inRow = { member: withoutHelp, path, scope: { ...scope, grid: key }, isRequired: true };
  const components = contentsOf(inRow, writing);
  if (components.length === 0) return [];
  const json = {
    type: 'editgrid',
    key,
    label,
    ...(help !== '' && { description: help }),
    input: true,
    ...rowTexts,
    components,
    validate: { ...(isRequired && { required: true }), ...rowsRule(member) },
    properties: { fim: path },
  };
  return [writing.placed(path, json, scope)];
}

/** A repeated group in a row: so many parts one below the other. After the required ones a question asks for more. */
function partsOf(place: Member, writing: Writing): Json[] {
  const { member, path, scope, isRequired } = place;
  const { label } = member.element;
  const most = writing.mostOfNested(path, label, member) ?? 0;
  const parts: Json[] = [];
  let before: Json | undefined;
  for (let number = 1; number <= most; number++) {
    const part = number === 1 ? '' : `/${number}`;
    const inner = { member, path, scope: { ...scope, part: scope.part + part }, isRequired: true };
    const legend = writing.from(label, (text) => around.numbered(text, number));
    if (isRequired && number <= Math.max(member.min, 1)) {
      parts.push(...partOf(inner, legend, writing));
      continue;
    }
    const make = number === 1 ? around.wanted : around.more;
    const [question, fields] = questionAndPart(inner, { make, after: before, legend }, writing);
    if (question && fields) parts.push(question, fields);
    before = question;
  }
  return parts;
}
