import type { FimField, FimPath } from '../../model.ts';
import { type Condition, joined, not } from '../condition.ts';
import { longId, type SchemaElements } from '../elements.ts';
import { isSameName, knownValue } from '../values.ts';
import { Scanner, Slip } from './scanner.ts';

/** A reference to an element: its place, and what it is. */
export type Reference = { path: FimPath };

const ARTICLE = /(?:in|im|bei|der|die|das|dem|den|des)\b/iy;
const NOUN = /(?:Datenfeldgruppe|Feldgruppe|Datengruppe|Gruppe|Datenfeld|Feld)(?:n|er|ern)?(?![\p{L}])/iuy;
const IDS = /[FG](?:\d{11}|\d{8})(?:\.[FG](?:\d{11}|\d{8}))*(?![\p{L}\d.]*\d)/uy;
const QUOTED = /"([^"“”„]*)["“”]|„([^"“”„]*)["“”]|'([^']*)'|‚([^‘’]*)[‘’]/y;
/** A name that the element had once, between its id and a sign of comparison. */
const OUTDATED_NAME =
  /(?![^=<>!]*\b(?:nicht|kein|keine|und|oder|wenn|bei|dann|Auswahl|Antwort)\b)(?![^=<>!]*[FGR]\d{8})[\p{L}][^=<>!"„“'(,.]*(?:\([^=<>!"„“'()]*\))?(?=\s?(?:=|<>|!=))/iuy;
const HAS_ID = /[FGR]\d{6,}/;

/** Reads the words of rules: elements and values. */
export class RuleReader extends Scanner {
  readonly elements: SchemaElements;
  readonly owner: FimPath;

  constructor(text: string, elements: SchemaElements, owner: FimPath) {
    super(text);
    this.elements = elements;
    this.owner = owner;
  }

  /** An element with the name that may stand behind its id. */
  reference(): Reference {
    while (this.take(ARTICLE) || this.take(NOUN));
    const ids = this.take(IDS)?.[0];
    if (ids === undefined) this.fail();
    const long = ids.split('.').map(longId).join('.');
    const meant = this.elements.meant(long, this.owner);
    if ('reason' in meant) throw new Slip(meant.reason);
    this.#name(long.slice(long.lastIndexOf('.') + 1));
    return { path: meant.path };
  }

  /** The name behind an id; one of another element is a slip. */
  #name(id: string): void {
    const known = this.elements.namesOf(id);
    if (
      this.takeText(known.flatMap((name) => QUOTES.map(([open, close]) => `${open}${name.trim()}${close}`)))
    )
      return;
    const quoted = this.attempt(() => this.quoted());
    if (quoted === undefined) {
      const name = this.takeText(known) ?? this.take(OUTDATED_NAME)?.[0];
      if (name !== undefined) this.#refuseOther(name, id, known);
      return;
    }
    if (HAS_ID.test(quoted)) throw new Slip(`a quotation mark is missing in "${quoted}"`);
    this.#refuseOther(quoted, id, known);
  }

  #refuseOther(given: string, id: string, known: readonly string[]): void {
    if (known.some((name) => isSameName(name, given))) return;
    const other = this.elements.all().find(({ element }) => isSameName(element.name, given));
    if (other) throw new Slip(`"${given.trim()}" is the name of ${other.element.id}, not of ${id}`);
  }

  quoted(): string {
    const found = this.take(QUOTED);
    return found ? (found.slice(1).find((part) => part !== undefined) ?? '') : this.fail();
  }

  /** Elements, one after the other: between commas, "und" or "oder", or without anything. */
  references(between: RegExp = /,|und\b/iy): Reference[] {
    const found = [this.reference()];
    for (;;) {
      const next = this.attempt(() => {
        while (this.take(between));
        return this.reference();
      });
      if (!next) return found;
      found.push(next);
    }
  }

  /** A condition that the element has the value that stands here: a code with or without its name, or yes or no. */
  equal({ path }: Reference): Condition {
    const element = this.elements.at(path)?.element;
    if (element?.kind !== 'field') throw new Slip(`${path} is a group, which has no value`);
    const none = this.take(/""|''/y);
    if (none) return { is: 'empty', path };
    const given = element.type === 'bool' ? this.#truth() : this.#code(element);
    const result = knownValue(element, this.elements.optionsOf(element), given.value, given.name);
    if ('reason' in result) throw new Slip(result.reason);
    return { is: 'equal', path, value: result.value };
  }

  #truth(): Given {
    const word = this.take(/["'„]?(ja|nein|wahr|falsch|true|false)(?![\p{L}\d])["'“”]?/iuy);
    const marks = word ? word[0].replace(/\w/g, '') : '';
    if (!word?.[1] || marks.length === 1) this.fail();
    return { value: word[1] };
  }

  #code(field: FimField): Given {
    const options = this.elements.optionsOf(field) ?? [];
    const names = options.map(({ name }) => name);
    const quoted = this.attempt(() => this.quoted());
    if (quoted !== undefined) return this.#inQuotes(quoted, field);
    const alone = this.takeText(names);
    if (alone !== undefined) return codeOf(alone, options, field);
    const code = this.take(/[\p{L}\d][\p{L}\d_]*/uy)?.[0];
    if (code === undefined || WORDS.test(code)) this.fail();
    const name = this.attempt(() => {
      this.take(/=|-/y);
      return this.takeText(names) ?? this.quoted();
    });
    return { value: code, ...(name !== undefined && { name }) };
  }

  /** `"001"`, `"001 Name"` or `"Name"`. */
  #inQuotes(quoted: string, field: FimField): Given {
    const options = this.elements.optionsOf(field) ?? [];
    if (options.some(({ name }) => isSameName(name, quoted))) return codeOf(quoted, options, field);
    const [, code = quoted, name] = /^\s*([\p{L}\d]+)(?:\s*[-=]?\s+(.*))?$/u.exec(quoted) ?? [];
    return { value: code.trim(), ...(name !== undefined && { name }) };
  }
}

const QUOTES = [
  ['"', '"'],
  ["'", "'"],
  ['„', '“'],
  ['„', '"'],
] as const;

/** Words of rules that are no code of a list. */
const WORDS = /^(und|oder|dann|ist|wenn|sonst|ansonsten|alle|der|die|das|nicht|ein|eine)$/i;

type Given = { value: string; name?: string };

/** The code of the only value with a name. */
function codeOf(name: string, options: readonly { code: string; name: string }[], field: FimField): Given {
  const [only, ...others] = options.filter((option) => isSameName(option.name, name));
  if (!only || others.length > 0) throw new Slip(`the list of ${field.id} has "${name}" more than once`);
  return { value: only.code };
}

/** `not equal` of several values, or `equal` of one of them. */
export const oneOf = (conditions: Condition[], isNot: boolean): Condition =>
  isNot ? joined('and', conditions.map(not)) : joined('or', conditions);
