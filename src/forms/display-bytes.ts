import { type Locale, languageTag } from '#domain/locale.ts';

/** Size of a file in a suitable unit: "812 KB", "1,4 MB"; 1 KB is 1024 bytes. */
export function displayBytes(size: number, language: Locale): string {
  const bytes = { de: 'Byte', en: size === 1 ? 'byte' : 'bytes' }[language];
  const [amount, unit] =
    size < 1024 ? [size, bytes] : size < 1024 ** 2 ? [size / 1024, 'KB'] : [size / 1024 ** 2, 'MB'];
  const digits = unit === 'MB' ? 1 : 0;
  return `${new Intl.NumberFormat(languageTag[language], { maximumFractionDigits: digits }).format(amount)} ${unit}`;
}
