/** Texts that the import adds to those of the files. */
export const wording = {
  deadline: { de: 'Frist', en: 'Deadline' },
  /** The last day for something to be done. */
  until: { de: 'bis', en: 'until' },
  /** Precedes a German text in place of an English one. */
  onlyGerman: 'This information is not available in English yet. You can read it here in German.',
  /** Precedes the first text if none is in English. */
  allGerman: 'This page is not available in English yet. You can read it here in German.',
  machineEnglish: 'The English texts on this page were translated by a machine.',
} as const;
