import type { Locale } from '#domain/locale.ts';

type Text = Record<Locale, string>;

/** Texts of the page in the frame itself. */
export const words = {
  lostTitle: { de: 'Dieses Formular ist nicht mehr geöffnet', en: 'This form is no longer open' },
  lost: {
    de: 'Was gespeichert wurde, ist nicht verloren. Öffnen Sie das Formular im Portal noch einmal.',
    en: 'What was saved is not lost. Open the form in the portal again.',
  },
  notSaved: {
    de: 'Ihre letzten Eingaben sind noch nicht gespeichert. Wir versuchen es gleich wieder.',
    en: 'Your last entries have not been saved yet. We will try again in a moment.',
  },
  notReached: {
    de: 'Der Formularserver antwortet nicht. Ihre Eingaben stehen noch hier. Versuchen Sie es noch einmal.',
    en: 'The form server does not answer. Your entries are still here. Please try again.',
  },
  uploading: { de: 'Die Datei wird hochgeladen …', en: 'The file is being uploaded …' },
  uploaded: { de: 'Die Datei ist hochgeladen.', en: 'The file has been uploaded.' },
  removed: { de: 'Die Datei ist entfernt.', en: 'The file has been removed.' },
} satisfies Record<string, Text>;
