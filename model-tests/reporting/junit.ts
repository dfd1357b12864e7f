import { SaxesParser } from 'saxes';

/** Result of one file of tests. */
export type RunFile = { file: string; tests: number; failed: number; skipped: number; seconds: number };

/**
 * The files of tests of a JUnit report.
 * @throws Error when it is no XML
 */
export function readJUnit(xml: string): RunFile[] {
  const files: RunFile[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name !== 'testsuite') return;
    const number = (key: string) => Number(attributes[key] ?? 0);
    files.push({
      file: String(attributes.name ?? ''),
      tests: number('tests'),
      failed: number('failures') + number('errors'),
      skipped: number('skipped'),
      seconds: number('time'),
    });
  });
  parser.write(xml).close();
  return files;
}
