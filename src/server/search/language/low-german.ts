/**
 * How sounds of Low German became High German ones: the second sound shift (maken, machen; Peerd, Pferd; Tied, Zeit)
 * and long vowels (Huus, Haus; Schien, Schein). Lower case, longer ones first.
 */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^ut(?=.)/u, 'aus'],
  [/^(?:üm)(?=.)/u, 'um'],
  [/^af(?=.)/u, 'ab'],
  [/^op(?=.)/u, 'auf'],
  [/^to(?=.)/u, 'zu'],
  [/^tr(?=.)/u, 'zr'],
  [/^t(?=[aeiouäöüw])/u, 'z'],
  [/^d(?=[aeiouäöür])/u, 't'],
  [/^p(?=[aeiouäöülr])/u, 'pf'],
  [/^s(?=[lmnw])/u, 'sch'],
  [/uu/u, 'au'],
  [/oo/u, 'au'],
  [/oo/u, 'o'],
  [/oo/u, 'u'],
  [/üü/u, 'eu'],
  [/üü/u, 'äu'],
  [/ü(?=er|r|s|d|l)/u, 'eu'],
  [/ü(?=er|r|s|d|l)/u, 'äu'],
  [/ö(?=[dgmrlp])/u, 'ü'],
  [/öö/u, 'ö'],
  [/ie/u, 'ei'],
  [/ee/u, 'ei'],
  [/ee/u, 'e'],
  [/aa/u, 'a'],
  [/(?<=[bdghlmnrst])u(?=en$|s$|er)/u, 'au'],
  [/nn/u, 'nd'],
  [/ll/u, 'ld'],
  [/(?<=unn?|and|kun)$/u, 'de'],
  [/unn$/u, 'unde'],
  [/en$/u, 'e'],
  [/k(?=en|t|$|e|s)/u, 'ch'],
  [/(?<=[aeiouäöü])p/u, 'f'],
  [/(?<=[aeiouäöülr])pp?/u, 'pf'],
  [/(?<=[aeiouäöür])t+/u, 'ss'],
  [/(?<=[aeiouäöülnr])tt?/u, 'tz'],
  [/(?<=[aeiouäöülr])d(?=$|e|d|s)/u, 't'],
  [/v(?=e|$)/u, 'b'],
  [/f$/u, 'b'],
];

const MOST_CHANGES = 3;
const MOST_FORMS = 120;
const LONGEST = 24;

/**
 * Returns High German words that a Low German one may be, those with the fewest changed sounds first. Most do not
 * exist: they are looked up. @param word as written
 */
export function highGermanForms(word: string): string[] {
  if (word.length > LONGEST) return [];
  const forms = new Set([word.toLowerCase()]);
  let last = [...forms];
  for (let changes = 0; changes < MOST_CHANGES; changes++) {
    const next: string[] = [];
    for (const form of last) {
      for (const [sound, high] of SOUNDS) {
        const changed = form.replace(sound, high);
        if (forms.has(changed) || forms.size >= MOST_FORMS) continue;
        forms.add(changed);
        next.push(changed);
      }
    }
    last = next;
  }
  return [...forms].slice(1);
}

/** Words of Low German that no rule of sounds leads to. */
export const lowGermanWords: ReadonlyMap<string, string> = new Map([
  ['dood', 'tot'],
  ['doot', 'tot'],
  ['dot', 'tot'],
  ['storven', 'gestorben'],
  ['sturven', 'gestorben'],
  ['bleven', 'geblieben'],
  ['trecken', 'ziehen'],
  ['treck', 'ziehe'],
  ['trecke', 'ziehe'],
  ['trocken', 'gezogen'],
  ['ümtrecken', 'umziehen'],
  ['ümtreck', 'umziehe'],
  ['wegtrecken', 'wegziehen'],
  ['schriven', 'schreiben'],
  ['köpen', 'kaufen'],
  ['kopen', 'kaufen'],
  ['köfft', 'gekauft'],
  ['kofft', 'gekauft'],
  ['verköfft', 'verkauft'],
  ['verkofft', 'verkauft'],
  ['verlaren', 'verloren'],
  ['verleren', 'verlieren'],
  ['stohlen', 'gestohlen'],
  ['klaut', 'geklaut'],
  ['funnen', 'gefunden'],
  ['finnen', 'finden'],
  ['boren', 'geboren'],
  ['heiraadt', 'geheiratet'],
  ['friegen', 'heiraten'],
  ['frien', 'heiraten'],
  ['hoochtied', 'hochzeit'],
  ['lütt', 'klein'],
  ['lütte', 'kind'],
  ['kinner', 'kinder'],
  ['göör', 'kind'],
  ['gören', 'kinder'],
  ['hus', 'haus'],
  ['huus', 'haus'],
  ['wahnung', 'wohnung'],
  ['wahnen', 'wohnen'],
  ['warkstäe', 'werkstatt'],
  ['füür', 'feuer'],
  ['füerwark', 'feuerwerk'],
  ['wark', 'werk'],
  ['kark', 'kirche'],
  ['karken', 'kirche'],
  ['breef', 'brief'],
  ['breefwahl', 'briefwahl'],
  ['tügnis', 'zeugnis'],
  ['tüügnis', 'zeugnis'],
  ['nien', 'neuen'],
  ['nieg', 'neu'],
  ['nee', 'neu'],
  ['oolt', 'alt'],
  ['ole', 'alte'],
  ['sluten', 'schließen'],
  ['dichtmaken', 'zumachen'],
  ['tomaken', 'zumachen'],
  ['apen', 'öffnen'],
  ['apenmaken', 'eröffnen'],
  ['opmaken', 'aufmachen'],
  ['blangen', 'neben'],
  ['laven', 'laden'],
  ['peerd', 'pferd'],
  ['höhner', 'hühner'],
  ['tiet', 'zeit'],
]);

/** Words of Low German that help nobody to find anything. */
export const lowGermanFunctionWords = `ik ick mi mien miene mienen mienem dien diene du he se wi ji uns uns unse unsen
  dat de den een eenen en un oder nich nix keen keene hebben heff hebb hebbt hest hett harr bün büst is sünd weer weern
  will wull wüll wüllt wöllt kann kunn könen mutt mööt schall schüllt för mit na bi vun ut op ünner över to ton tom wo wokeen woans
  wat wenn as ok noch man blots hier dor nu al ward warrt warden wesen ween west bleven blieven`;
