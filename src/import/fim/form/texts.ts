import type { OwnText } from '../../form/convert/conversion.ts';

/** Texts that the import itself writes into a form. */
export const texts = {
  yes: { de: 'Ja', en: 'Yes' },
  no: { de: 'Nein', en: 'No' },
  page: (number: number): OwnText =>
    number === 1
      ? { de: 'Angaben', en: 'Details' }
      : { de: numbered('Weitere Angaben', number - 1), en: numbered('Further details', number - 1) },
  choice: { de: 'Was davon trifft zu?', en: 'Which of these applies?' },
  fewestFiles: (count: number): OwnText => ({
    de: `Bitte laden Sie mindestens ${count} Dateien hoch.`,
    en: `Please upload at least ${count} files.`,
  }),
  mostFiles: (count: number): OwnText => ({
    de:
      count === 1
        ? 'Bitte laden Sie nur eine Datei hoch.'
        : `Bitte laden Sie höchstens ${count} Dateien hoch.`,
    en: count === 1 ? 'Please upload one file only.' : `Please upload at most ${count} files.`,
  }),
};

/** Texts around a label of the schema, whose English text depends on that of the label. */
export const around = {
  /** The question whether an optional part is filled in. */
  wanted: (label: string): OwnText => ({
    de: `Möchten Sie Angaben zu „${label}“ machen?`,
    en: `Would you like to give details on “${label}”?`,
  }),
  /** The question whether a further one of several parts is filled in. */
  more: (label: string): OwnText => ({
    de: `Möchten Sie weitere Angaben zu „${label}“ machen?`,
    en: `Would you like to give further details on “${label}”?`,
  }),
  numbered: (label: string, number: number): OwnText => ({
    de: numbered(label, number),
    en: numbered(label, number),
  }),
};

const numbered = (text: string, number: number): string => (number === 1 ? text : `${text} ${number}`);
