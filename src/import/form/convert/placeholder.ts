import type { JsonPath } from '#forms/schema/types.ts';
import { exampleText } from './built-in-texts.ts';
import { type Conversion, type Json, textOf } from './conversion.ts';
import { plainText, templateRefusal } from './html.ts';

/** Types here in whose empty fields Form.io shows the placeholder. */
const SHOWN_IN = new Set('textfield textarea email phoneNumber number currency datetime select'.split(' '));
/** Types, here or in the export, for which the portal says itself how an answer is written. */
const EXPLAINED = new Set('datetime number currency select email phoneNumber time url iban'.split(' '));

/** Words of prompts that ask for an answer and say nothing about it, in the languages of known exports. */
const PROMPT = new Set(
  (
    'a an the your you please enter type in input select choose pick fill here text value answer option options item one from ' +
    'list or of to search e g eg ' +
    'bitte geben gib sie ihr ihre ihren ein eine einen eingeben eintragen tragen schreiben wählen auswählen wähle aus hier ' +
    'den die das der dem text wert antwort auswahl ' +
    'velg skriv fyll inn oppgi her din ditt dine ' +
    'kies vul selecteer uw je hier in een het de'
  ).split(' '),
);

/**
 * The text in an empty field, as the portal says it in the description: where it explains more than label and
 * description, which stay while people type. Empty where it repeats them, asks for an answer in general, or shows a
 * notation that the portal explains itself.
 * @param given type of the component in the export
 * @param said texts that the field shows anyway
 */
export function placeholderText(
  field: Json,
  given: string,
  said: readonly string[],
  path: JsonPath,
  conversion: Conversion,
): string {
  const text = plainText(textOf(field.placeholder));
  const type = textOf(field.type);
  if (text === '' || !SHOWN_IN.has(type)) return '';
  const at = [...path, 'placeholder'];
  delete field.placeholder;
  if (templateRefusal(text)) {
    conversion.note(at, 'a text with {{ }} is left out');
    return '';
  }
  const known = new Set(said.flatMap(wordsIn));
  const isRepeated = wordsIn(text).every((word) => known.has(word) || PROMPT.has(word));
  const isExplained = EXPLAINED.has(type) || EXPLAINED.has(given);
  if (isRepeated || (isExplained && isNotation(text))) {
    conversion.note(at, `"${text}" says no more than the field itself: it is left out`);
    return '';
  }
  conversion.note(at, 'it is shown as description');
  return /\p{L}/u.test(text) ? text : conversion.say(exampleText(text));
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** `dd.mm.yyyy`, `0,00`, `name@example.org`: a notation without a word of explanation. */
const isNotation = (text: string): boolean =>
  /^[\W\d_]*$/.test(text) ||
  /^(?:(?:d|t|j|g){1,2}|m{1,4}|y{2,4}|j{2,4}|a{2,4}|å{2,4}|h{1,2}|s{1,2}|[\W_]+)+$/iu.test(text) ||
  /^\S+(@|:\/\/)\S*$/.test(text);
