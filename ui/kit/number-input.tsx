import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput, type TextInputProps } from './text-input.tsx';

export type NumberValue = number | string | undefined;
export type NumberInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  /** A number, the text if it is not a number, or undefined when empty. */
  value: NumberValue;
  onChange: (value: NumberValue) => void;
  /** Digits after the separator when the value is shown; typing is not truncated. */
  decimals?: number | undefined;
};

/**
 * The number a person means, in German or English notation: "1.234,5", "1 234,5", "1,234.5", "12,5". In German a single
 * point followed by three digits groups thousands, in English a single comma does. An amount may have its currency and
 * a dash for no cents: "90 €", "90,-", "EUR 90"; another number its unit: "62,5 qm".
 * @returns the number, undefined for an empty text, or the text itself when it is not a number
 */
export function parseNumber(text: string, language: string, unit?: string): NumberValue {
  const bare = unit === '€' ? withoutCurrency(text) : text.trim().replace(SPELLINGS[unit ?? ''] ?? '', '');
  const compact = bare.trim().replace(/[\s\u00a0\u202f']/g, '');
  if (compact === '') return undefined;
  const last = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'));
  const separator = compact.charAt(last);
  const single = last >= 0 && compact.split(/[.,]/).length === 2;
  const groups =
    single && separator === (language.startsWith('de') ? '.' : ',') && /[.,]\d{3}$/.test(compact);
  const repeated = last >= 0 && compact.split(separator).length > 2;
  if (repeated && !/^[-+]?\d{1,3}([.,]\d{3})+$/.test(compact)) return text;
  const decimalAt = last >= 0 && !groups && !repeated ? last : -1;
  const plain =
    decimalAt < 0
      ? compact.replace(/[.,]/g, '')
      : `${compact.slice(0, decimalAt).replace(/[.,]/g, '')}.${compact.slice(decimalAt + 1)}`;
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : text;
}

/** Spellings of units behind a number; a degree of disability also before it, and written like a percentage. */
const SPELLINGS: Record<string, RegExp> = {
  'm²': /(?:m²|m2|qm|sqm)\.?$/iu,
  m: /(?:m|meters?|metres?|metern)\.?$/iu,
  '%': /(?:%|prozent|percent|per cent)$/iu,
  GdB: /^gdb:?|(?:%|gdb|prozent|percent|per cent|v\.?\s?h\.?)$/giu,
};

const withoutCurrency = (text: string): string =>
  text
    .trim()
    .replace(/^(?:€|eur(?:o)?(?![a-z]))|(?:€|(?<![a-z])eur(?:o)?)$/giu, '')
    .trim()
    .replace(/,[-–—]{1,2}$/u, '');

/** The number in the reader's notation without grouping, as people type it. */
export function formatNumber(value: NumberValue, language: string, decimals?: number): string {
  if (typeof value !== 'number') return value ?? '';
  return new Intl.NumberFormat(language, {
    useGrouping: false,
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: Math.max(decimals ?? 0, 10),
  }).format(value);
}

/** A number typed as text: no spinner, no wheel, comma or point; formatted on leaving. */
export function NumberInput({ value, onChange, onBlur, decimals, ...props }: NumberInputProps) {
  const { i18n } = useTranslation('kit');
  const language = i18n.language;
  const [typed, setTyped] = useState<string>();
  const holds = typed !== undefined && parseNumber(typed, language, props.unit) === value;
  return (
    <TextInput
      {...props}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      value={holds ? typed : formatNumber(value, language, decimals)}
      onChange={(text) => {
        setTyped(text);
        onChange(parseNumber(text, language, props.unit));
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
