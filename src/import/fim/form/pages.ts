import type { Json } from '../../form/convert/conversion.ts';
import type { FimMember, FimSchema } from '../model.ts';
import { isGroup, isRepeated } from '../walk.ts';
import { componentsFor, contentsOf, isLeftOpen, type Member, questionAndPart, rowsOf } from './group.ts';
import { isBirthdate } from './known.ts';
import { helpText } from './label-text.ts';
import { around, texts } from './texts.ts';
import type { Scope, Writing } from './writing.ts';

const TOP: Scope = { around: '', grid: undefined, part: '' };

/** The pages of a form: one for each group of the schema, and one for the fields between two groups. */
export function pagesOf({ members, help, label }: FimSchema, writing: Writing): Json[] {
  const pages: Json[] = [];
  let fields: FimMember[] = [];
  let numberOfFieldPages = 0;
  const endFields = () => {
    const [first] = fields;
    if (first) {
      const components = fields.flatMap((member) => componentsFor(placeOf(member), writing));
      if (components.length > 0)
        pages.push(
          page(
            `${first.element.id}:page`,
            writing.own(texts.page(++numberOfFieldPages)),
            components,
            writing,
          ),
        );
    }
    fields = [];
  };
  for (const member of members) {
    if (isGroup(member) && !(isBirthdate(member.element) && !isRepeated(member))) {
      endFields();
      pages.push(...groupPage(placeOf(member), writing));
    } else fields.push(member);
  }
  endFields();
  const [first] = pages;
  if (first) first.components = [...helpText(help, label, '', TOP, writing), ...(first.components as Json[])];
  return pages;
}

const placeOf = (member: FimMember): Member => ({
  member,
  path: member.element.id,
  scope: TOP,
  isRequired: member.min > 0,
});

function groupPage(place: Member, writing: Writing): Json[] {
  const { member, path } = place;
  const { label } = member.element;
  const [what, components, isWhole] = isRepeated(member)
    ? [`${path}:page`, rowsOf(place, writing), false]
    : isLeftOpen(place, writing)
      ? [`${path}:page`, questionAndPart(place, { make: around.wanted }, writing), false]
      : [path, contentsOf(place, writing), true];
  if (components.length === 0) return [];
  const made = page(what, label, components, writing);
  if (isWhole) {
    made.properties = { fim: path };
    writing.placed(path, made, TOP);
  }
  return [made];
}

const page = (what: string, title: string, components: Json[], writing: Writing): Json => ({
  type: 'panel',
  key: writing.keys.keyFor(what, title),
  label: title,
  title,
  components,
});
