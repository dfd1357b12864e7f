import type { Json } from '../../form/convert/conversion.ts';
import type { FimMember, FimPath, FimSchema } from '../model.ts';
import { isGroup, isRepeated, pathTo } from '../walk.ts';
import { LONG_PAGE } from './final-findings.ts';
import { componentsFor, contentsOf, isLeftOpen, type Member, questionAndPart, rowsOf } from './group.ts';
import { isBirthdate } from './known.ts';
import { helpText } from './label-text.ts';
import { questionsIn } from './optional.ts';
import { around, texts } from './texts.ts';
import type { Scope, Writing } from './writing.ts';

const TOP: Scope = { around: '', grid: undefined, part: '' };

/** The pages of a form: one for each group of the schema, and one for the fields between two groups. */
export function pagesOf({ members, help, label }: FimSchema, writing: Writing): Json[] {
  let ofFields = 0;
  const pages = pagesFor(members.map(placeAt('')), () => writing.own(texts.page(++ofFields)), writing);
  return withHelp(pages, helpText(help, label, '', TOP, writing));
}

/** @param title of a page with fields that are in no group */
function pagesFor(places: readonly Member[], title: () => string, writing: Writing): Json[] {
  const pages: Json[] = [];
  let fields: Member[] = [];
  const endFields = () => {
    const [first] = fields;
    const components = fields.flatMap((place) => componentsFor(place, writing));
    if (first && components.length > 0) pages.push(page(`${first.path}:page`, title(), components, writing));
    fields = [];
  };
  for (const place of places) {
    if (isPage(place)) {
      endFields();
      pages.push(...groupPages(place, writing));
    } else fields.push(place);
  }
  endFields();
  return pages;
}

const placeAt =
  (around: FimPath, label = '') =>
  (member: FimMember): Member => ({
    member,
    path: pathTo(around, member),
    scope: { ...TOP, around: label },
    isRequired: member.min > 0,
  });

/** A group is a page, but for the date of birth, which is one field. */
const isPage = ({ member }: Member): boolean =>
  isGroup(member) && (isRepeated(member) || !isBirthdate(member.element));

const withHelp = ([first, ...others]: Json[], help: Json[]): Json[] =>
  first ? [{ ...first, components: [...help, ...(first.components as Json[])] }, ...others] : [];

function groupPages(place: Member, writing: Writing): Json[] {
  const { member, path, scope } = place;
  if (!isGroup(member)) return [];
  const { label, help, members } = member.element;
  if (isSplit(place, writing)) {
    writing.note('split', path, label);
    const pages = pagesFor(members.map(placeAt(path, label)), () => label, writing);
    return withHelp(pages, helpText(help, label, path, scope, writing));
  }
  const isWhole = !isRepeated(member) && !isLeftOpen(place, writing);
  const components = isWhole
    ? contentsOf(place, writing)
    : isRepeated(member)
      ? rowsOf(place, writing)
      : questionAndPart(place, { make: around.wanted }, writing);
  if (components.length === 0) return [];
  const made = page(`${path}:page`, label, components, writing);
  if (isWhole) {
    made.properties = { fim: path };
    writing.placed(path, made, scope);
  }
  return [made];
}

/**
 * True if the groups in a group are pages, because it asks too much for one. Only the first import decides it: later
 * the pages are the editors', and a form is not to fall apart because a schema got one more field.
 */
function isSplit({ member, path, isRequired }: Member, { keys, options }: Writing): boolean {
  if (!isGroup(member) || isRepeated(member) || member.element.isChoice) return false;
  if (!isRequired || options.ruled.has(path)) return false;
  const { members } = member.element;
  return keys.isFirst
    ? questionsWithin(members) > LONG_PAGE && members.some(isGroup)
    : members.some((inner) => keys.isKnown(`${pathTo(path, inner)}:page`));
}

/** All questions below a group, those in rows and choices too. */
const questionsWithin = (members: readonly FimMember[]): number =>
  members.reduce(
    (sum, member) =>
      sum + (isGroup(member) ? questionsWithin(member.element.members) : questionsIn([member])),
    0,
  );

const page = (what: string, title: string, components: Json[], writing: Writing): Json => ({
  type: 'panel',
  key: writing.keys.keyFor(what, title),
  label: title,
  title,
  components,
});
