/** A part of the specification, and its named proofs. */
export type Requirement = {
  /** Number of the section. */
  section: string;
  title: string;
  rules: string[];
  /** Files of tests. */
  tests: string[];
};

const RULE = /\b(?:PROC|PAY|SUB|SENT)-[A-Z]?\d+/g;
const TEST_FILE = /(?<=`)[^`* ]+\.test\.tsx?(?=`)/g;

/**
 * The requirements of the specification document: its headings that have a line "Proved by".
 * @param page the text of docs/specification.md
 */
export function requirementsOf(page: string): Requirement[] {
  const found: Requirement[] = [];
  let section = '';
  let title = '';
  for (const line of page.split('\n')) {
    const [, level = '', number = '', heading = ''] = /^(##+) (?:(\d+)\. )?(.+)$/.exec(line) ?? [];
    if (level !== '') {
      if (number !== '') section = number;
      title = heading;
    }
    if (section === '' || !line.startsWith('**Proved by**')) continue;
    const known = found.find((one) => one.section === section && one.title === title);
    const one = known ?? { section, title, rules: [], tests: [] };
    one.rules.push(...(line.match(RULE) ?? []));
    one.tests.push(...(line.match(TEST_FILE) ?? []));
    if (!known) found.push(one);
  }
  return found;
}
