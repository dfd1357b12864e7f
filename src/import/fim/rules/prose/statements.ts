import type { FimPath } from '../../model.ts';
import type { Reference, RuleReader } from './reader.ts';

/** A statement about an element, before it is known when it holds. */
export type Said = { effect: 'show' | 'hide' | 'require'; path: FimPath };

const MANDATORY = /als (?:Pflichtfeldgruppen?|Pflichtfelder|Pflichtfeld|Pflichtangabe|Pflicht)\b/iy;
const END = /(?:sein|werden)\b/iy;

/** Reads what follows "dann": statements joined by "und" or commas. */
export function statements(reader: RuleReader): Said[] {
  let said = statement(reader, []);
  let last = said;
  for (;;) {
    const about = last;
    const next = reader.attempt(() => {
      if (!reader.take(/,|und\b/iy)) reader.fail();
      return statement(reader, about);
    });
    if (!next) return said;
    last = next;
    said = [...said, ...next];
  }
}

/** @param before what the statement before is about: "mache es zu einer Pflichtangabe" */
function statement(reader: RuleReader, before: readonly Said[]): Said[] {
  const verb = reader.take(
    /(aktiviere|deaktiviere|zeige|blende|mache|muss|müssen|darf|dürfen|ist|sind|wird|werden|erscheint|soll)\b/iuy,
  );
  switch (verb?.[1]?.toLowerCase()) {
    case 'aktiviere':
      return all('show', reader.references());
    case 'deaktiviere':
      return all('hide', reader.references());
    case 'zeige':
      return shown(reader);
    case 'blende': {
      const about = reader.references();
      const word = reader.take(/(aus|ein)\b/iy) ?? reader.fail();
      return all(word[1]?.toLowerCase() === 'aus' ? 'hide' : 'show', about);
    }
    case 'mache':
      return madeMandatory(reader, before);
    case 'erscheint': {
      const about = reader.references();
      const isRequired = reader.take(/und muss (?:befüllt|ausgefüllt) werden\b/iuy);
      return [...all('show', about), ...(isRequired ? all('require', about) : [])];
    }
    case 'soll': {
      const about = [reader.reference()];
      if (!reader.take(/zum Pflichtfeld werden\b/iy)) reader.fail();
      return all('require', about);
    }
    case undefined:
      return reader.fail();
    default:
      return predicate(reader, verb?.[1]?.toLowerCase() ?? '', reader.references());
  }
}

/** `zeige als Pflicht … an`, `zeige … nicht an`. */
function shown(reader: RuleReader): Said[] {
  const before = reader.take(MANDATORY);
  const about = reader.references();
  const isRequired = reader.take(MANDATORY) ?? before;
  const isNot = reader.take(/nicht(?: an)?\b/iy);
  if (!isNot) reader.take(/an\b/iy);
  if (isNot && isRequired) reader.fail();
  return isNot ? all('hide', about) : [...all('show', about), ...(isRequired ? all('require', about) : [])];
}

function madeMandatory(reader: RuleReader, before: readonly Said[]): Said[] {
  if (!reader.take(/(?:es|sie|ihn) zu einer Pflichtangabe\b/iy)) reader.fail();
  const [only, ...others] = before;
  if (!only || others.length > 0 || only.effect !== 'show') reader.fail();
  return [{ effect: 'require', path: only.path }];
}

/** Reads what elements have to be, after `muss`, `darf` and the like. @param verb in small letters */
export function predicate(reader: RuleReader, verb: string, about: readonly Reference[]): Said[] {
  const shownAndRequired = [...all('show', about), ...all('require', about)];
  switch (verb) {
    case 'muss':
    case 'müssen': {
      if (reader.take(MANDATORY)) {
        if (!reader.take(/angezeigt\b/iy)) reader.fail();
        return reader.take(END) ? shownAndRequired : [...shownAndRequired, ...alsoHidden(reader)];
      }
      if (reader.take(/angezeigt und befüllt\b/iuy)) return ended(reader, shownAndRequired);
      if (reader.take(/angezeigt\b/iy)) return ended(reader, all('show', about));
      if (reader.take(/(?:befüllt|ausgefüllt|angegeben)\b/iuy)) return ended(reader, all('require', about));
      return reader.fail();
    }
    case 'darf':
    case 'dürfen':
      if (reader.take(/nicht leer\b/iy)) return ended(reader, all('require', about));
      if (reader.take(/nicht (?:befüllt|ausgefüllt|angezeigt)\b/iuy))
        return ended(reader, all('hide', about));
      return reader.fail();
    case 'ist':
    case 'sind':
      if (reader.take(/zu befüllen\b/iuy)) return all('require', about);
      if (reader.take(/(?:auszublenden|ausgeblendet)\b/iy)) return all('hide', about);
      if (reader.take(MANDATORY)) return reader.take(/anzuzeigen\b/iy) ? shownAndRequired : reader.fail();
      if (reader.take(/(?:ein Pflichtfeld|eine Pflichtfeldgruppe)\b/iy)) return all('require', about);
      return reader.fail();
    case 'wird':
    case 'werden':
      if (reader.take(/(?:ausgeblendet|nicht angezeigt)\b/iy)) return all('hide', about);
      if (reader.take(/angezeigt\b/iy)) return all('show', about);
      return reader.fail();
    default:
      return reader.fail();
  }
}

/** `… als Pflichtfeldgruppe angezeigt UND Feldgruppe … ausgeblendet werden`. */
function alsoHidden(reader: RuleReader): Said[] {
  if (!reader.take(/und\b/iy)) reader.fail();
  const about = reader.references();
  if (!reader.take(/ausgeblendet werden\b/iy)) reader.fail();
  return all('hide', about);
}

function ended(reader: RuleReader, said: Said[]): Said[] {
  return reader.take(END) ? said : reader.fail();
}

const all = (effect: Said['effect'], about: readonly Reference[]): Said[] =>
  about.map(({ path }) => ({ effect, path }));
