import type { Json } from '../../form/convert/conversion.ts';
import { type Asked, common } from './asked.ts';
import { fileField } from './file.ts';
import { knownOf } from './known.ts';
import { dayLimits, numberLimits, textLimits } from './limits.ts';
import { choiceField } from './options.ts';
import { texts } from './texts.ts';
import type { Writing } from './writing.ts';

/** Longest answer that fits into one line. */
const LONGEST_LINE = 255;
/** A label of more letters asks for more than a line, or is a declaration. */
const LONGEST_LABEL = 80;
export const LONGEST_HELP = 300;

/** A component that asks for one value of a field. */
export function askingField(asked: Asked, writing: Writing): Json {
  const { field, path } = asked;
  if (field.help.length > LONGEST_HELP) writing.note('longHelp', path, field.label, `${field.help.length}`);
  if (field.input === 'select') return choiceField(asked, writing);
  if (field.type === 'file' || field.type === 'obj') return fileField(asked, { min: 0, max: 1 }, writing);
  return writing.placed(path, byType(asked, writing), asked.scope);
}

function byType(asked: Asked, writing: Writing): Json {
  const { field, path } = asked;
  const days = () => dayLimits(field, path, writing);
  const numbers = () => numberLimits(field, path, writing);
  const made = (type: string, more?: Json) => {
    const { head, tail } = common(type, asked, writing);
    return { ...head, ...tail(more) };
  };
  switch (field.type) {
    case 'bool':
      return truth(asked, writing);
    case 'date':
      return made('day', days());
    case 'time':
      return made('textfield', { properties: { check: 'time' } });
    case 'datetime':
      return made('datetime', { ...days(), enableDate: true, enableTime: true });
    case 'num_int':
      return made('number', { decimalLimit: 0, ...numbers() });
    case 'num':
      return made('number', numbers());
    case 'num_currency':
      return made('currency', { currency: 'EUR', ...numbers() });
    default:
      return textual(asked, writing);
  }
}

/** A yes or no is never a tick: a required tick takes no "no". */
function truth(asked: Asked, writing: Writing): Json {
  if (asked.label.length > LONGEST_LABEL && !asked.label.endsWith('?'))
    writing.note('declaration', asked.path, asked.label);
  const { head, tail } = common('radio', asked, writing);
  const values = [
    { value: 'true', label: writing.own(texts.yes) },
    { value: 'false', label: writing.own(texts.no) },
  ];
  return { ...head, values, ...tail() };
}

function textual(asked: Asked, writing: Writing): Json {
  const { field, path, label } = asked;
  const known = knownOf(field);
  const { maxLength } = field.limits;
  const isLong = maxLength === undefined ? label.length > LONGEST_LABEL : maxLength > LONGEST_LINE;
  const type = known.type ?? (isLong && !known.check ? 'textarea' : 'textfield');
  // A postcode has its form by itself.
  const validate = known.check === 'postcode' ? {} : textLimits(field, path, writing);
  const charset = known.charset ?? (field.type === 'text_latin' ? 'C' : undefined);
  const properties = {
    ...(asked.isFirst && writing.prefill(known, path, field.label, asked.scope)),
    ...(charset !== undefined && { charset }),
    ...(known.check !== undefined && type === 'textfield' && { check: known.check }),
  };
  const { head, tail } = common(type, asked, writing);
  return { ...head, ...tail({ validate, properties }) };
}
