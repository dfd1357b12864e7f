/** Letters of a page heading that one line of a phone (360 px) has room for. */
export const HEADING_LETTERS = 19;

const LONG_WORD = new RegExp(`\\p{L}{${HEADING_LETTERS + 1},}`, 'gu');

/** Ends of a part after which an official German compound goes on with the next part. */
const JOINT = /(?<=\p{L}(?:heits|keits|ungs|schafts|tions|täts))(?=\p{L}{4})/gu;

/** Last parts of such compounds, whatever comes before. */
const LAST_PART =
  /(?<=\p{L}{4})(?=(?:angehörigkeit|ausweis|auskunft|beihilfe|bescheinigung|bewilligung|erklärung|erlaubnis|genehmigung|gründung|kennzeichen|prüfung|schein|vorschuss|zulassung|zuschuss)(?:e|en|es|n|s)?$)/giu;

/**
 * A heading (or the sentence below it) with soft hyphens in words that are longer than a line of a phone: not every
 * browser knows where a German word may be broken, and without a hyphen the halves look like two words.
 */
export const softHyphens = (heading: string): string =>
  heading.replace(LONG_WORD, (word) =>
    word
      .replace(JOINT, '\u00ad')
      .replace(LAST_PART, (_, at: number, whole: string) => (whole[at - 1] === '\u00ad' ? '' : '\u00ad')),
  );
