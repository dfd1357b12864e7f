/**
 * Characters of DIN 91379:2022-08, data types A (names of natural persons), B (other names, addresses) and C
 * (continuous text): 500 Latin letters, 149 sequences of letter and combining characters, 18 + 60 + 6 + 4 other
 * characters. Compiled from the list "DIN 91379 Characters and Sequences" 1.3 (String-Latin, CC BY 4.0), which
 * characters.test.ts counts. Text must be in Unicode normalisation form C.
 */
export type Charset = 'A' | 'B' | 'C';

const A =
  "A-Za-z '\\x2c-\\x2e`~\\xa8\\xb4\\xb7\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u017e\\u0187\\u0188\\u018f\\u0197\\u01a0\\u01a1\\u01af\\u01b0\\u01b7\\u01cd-\\u01dc\\u01de\\u01df\\u01e2-\\u01f0\\u01f4\\u01f5\\u01f8-\\u01ff\\u0212\\u0213\\u0218-\\u021b\\u021e\\u021f\\u0227-\\u0233\\u0259\\u0268\\u0292\\u02b9\\u02ba\\u02be\\u02bf\\u02c8\\u02cc\\u1e02\\u1e03\\u1e06\\u1e07\\u1e0a-\\u1e11\\u1e17\\u1e1c-\\u1e2b\\u1e2f-\\u1e37\\u1e3a\\u1e3b\\u1e40-\\u1e49\\u1e52-\\u1e5b\\u1e5e-\\u1e63\\u1e6a-\\u1e6f\\u1e80-\\u1e87\\u1e8c-\\u1e97\\u1e9e\\u1ea0-\\u1ef9\\u2019\\u2021";
const B = `${A}\\x21-\\x26\\x28-\\x2b\\x2f-\\x40\\x5b-\\x5f\\x7b-\\x7d\\xa1-\\xa3\\xa5\\xa7\\xa9-\\xac\\xae-\\xb3\\xb5\\xb6\\xb9-\\xbb\\xbf\\xd7\\xf7\\u20ac`;
const C = `${B}\\x09\\x0a\\x0d\\xa0\\xa4\\xa6\\xb8\\xbc-\\xbe`;

const SEQUENCES =
  '[Aa]\\u030b|[CFGKMPSTZcfgkmpstz]\\u0300|[CFHKNPSTZcfhknpstz\\xdb\\xfb\\u1e32\\u1e33\\u1e62\\u1e63\\u1e6c\\u1e6d\\u1ee4\\u1ee5]\\u0304|[CMNRZcmnrz\\xc7\\xe7]\\u0306|[CTZcz\\u1ea0\\u1ea1\\u1ecc\\u1ecd\\u1ee4\\u1ee5]\\u0308|[CKPTckpt\\u010c\\u010d]\\u0315|[CPcp\\u010c\\u010d]\\u0323|[CHKLNchkln\\u017d\\u017e]\\u0326|[Cc]\\u0328\\u0306|[DK-Ndk-n]\\u0302|[HSs]\\u0331|[Jj\\xff\\u012a\\u012b]\\u0301|J\\u030c|[KUku]\\u0307|[Ss]\\u031b\\u0304|[KTkt]\\u031b|K\\u035fH|[Kk]\\u035fh|[LRlr]\\u0325\\u0304?|[Mm]\\u0310|[Zz\\u017d\\u017e]\\u0327|[\\u0113\\u014d]\\u030d';

const patternOf = (set: string) => new RegExp(`${SEQUENCES}|[${set}]`, 'gu');
const patterns: Readonly<Record<Charset, RegExp>> = { A: patternOf(A), B: patternOf(B), C: patternOf(C) };

/**
 * Characters of `text` (in normalisation form C) that the data type does not contain, each once, at most five;
 * empty when all are allowed.
 */
export function foreignCharacters(text: string, charset: Charset): string[] {
  const rest = text.replace(patterns[charset], '');
  return rest === '' ? [] : [...new Set(rest)].slice(0, 5);
}
