import type { Text } from './definition.ts';

/** Texts on the pages of the form server besides the questions. */
export const WORDS = {
  vendor: { de: 'Formularwerk · Demonstration', en: 'Formularwerk · demonstration' },
  back: { de: 'Zurück', en: 'Back' },
  next: { de: 'Weiter', en: 'Continue' },
  finish: { de: 'Weiter zur Zusammenfassung', en: 'Continue to the summary' },
  straight: { de: 'Fertig: zur Zusammenfassung', en: 'Done: go to the summary' },
  optional: { de: '(freiwillig)', en: '(optional)' },
  yes: { de: 'Ja', en: 'Yes' },
  no: { de: 'Nein', en: 'No' },
  faults: { de: 'Bitte prüfen Sie Ihre Angaben', en: 'Please check your answers' },
  fault: { de: 'Fehler:', en: 'Error:' },
  choose: { de: 'Datei auswählen', en: 'Choose a file' },
  remove: { de: 'Entfernen', en: 'Remove' },
  files: { de: 'Hochgeladene Dateien', en: 'Uploaded files' },
  complete: {
    de: 'Das Formular ist vollständig. Das Portal zeigt Ihnen jetzt die Zusammenfassung.',
    en: 'The form is complete. The portal will now show you the summary.',
  },
  noScript: {
    de: 'Dieses Formular braucht JavaScript. Schalten Sie es in Ihrem Browser ein.',
    en: 'This form needs JavaScript. Switch it on in your browser.',
  },
  tooLarge: {
    de: 'Diese Datei ist zu groß. Wählen Sie eine Datei mit höchstens 5\u00a0MB.',
    en: 'This file is too large. Choose a file of at most 5\u00a0MB.',
  },
  wrongType: {
    de: 'Diese Datei kann nicht gelesen werden. Wählen Sie eine PDF-, JPEG- oder PNG-Datei.',
    en: 'This file cannot be read. Choose a PDF, JPEG or PNG file.',
  },
  tooMany: {
    de: 'Mehr Dateien gehen nicht. Entfernen Sie zuerst eine.',
    en: 'No more files can be added. Remove one first.',
  },
} satisfies Record<string, Text>;

export const stepOf = (number: number, count: number): Text => ({
  de: `Schritt ${number} von ${count}`,
  en: `Step ${number} of ${count}`,
});
