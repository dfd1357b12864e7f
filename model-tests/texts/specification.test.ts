import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { problemStatus } from '#domain/problem.ts';
import { machineList } from '#machines/all-machines.ts';
import { arrowsOf } from '#machines/drawing/arrows.ts';
import { processMachine } from '#machines/process/process.machine.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const page = read('docs/specification.md');
const sections = new Map(
  page.split(/^## (?=\d)/m).map((text) => [/^\d+(?=\.)/.exec(text)?.[0] ?? 'preface', text]),
);
const section = (number: number) => sections.get(String(number)) ?? '';
/** The cells of the tables in a text, a list for each row. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));

/** Section numbers that a text cites: "spec section 3", "spec sections 4 and 9", "spec 4", over the ends of lines. */
function citedIn(text: string): string[] {
  const flowing = text.replace(/\n\s*(\*|\/\/)?\s*/g, ' ');
  const cited = flowing.matchAll(/\bspec(?:ification)? (?:sections? )?(\d+(?:(?:, | and )\d+)*)/gi);
  return [...cited].flatMap(([, numbers = '']) => numbers.split(/\D+/));
}

const citing = globSync(['{src,machines,ui,model-tests,bench}/**/*.{ts,tsx}', 'docs/**/*.md', 'README.md'], {
  cwd: root,
})
  .map((file) => [file, citedIn(read(file))] as const)
  .filter(([, numbers]) => numbers.length > 0);

describe('what comments cite of the specification', () => {
  it('is found, over the ends of lines too', () => {
    expect(citedIn('(spec\n * section 6), Spec sections 4 and 9, `spec 5`')).toEqual(['6', '4', '9', '5']);
    expect(citing.length).toBeGreaterThan(80);
  });

  it('has a heading of its number', () => {
    const missing = citing.flatMap(([file, numbers]) =>
      numbers.filter((number) => !sections.has(number)).map((number) => `${file}: section ${number}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('what the specification names', () => {
  it('are the rules of the workflows, each of them', () => {
    const drawn = machineList.flatMap(({ machine }) => arrowsOf(machine).flatMap(({ rule }) => rule ?? []));
    expect(new Set(page.match(/\b(PROC|PAY|SUB|SENT|HANDIN|MAIL|REFUND|INT)-[A-Z]?\d+/g))).toEqual(
      new Set(drawn),
    );
  });

  it('are, in the table of the process, all of its rules', () => {
    const [, table = ''] = /^### Process$(.*?)^### /ms.exec(section(4)) ?? [];
    const named = rowsOf(table).flatMap((cells) => cells.at(-1)?.match(/\bPROC-\d+/g) ?? []);
    const drawn = new Set(arrowsOf(processMachine).map(({ rule }) => rule));
    expect(named.toSorted()).toEqual([...drawn].toSorted());
  });

  it('are files that exist, and headings in them', () => {
    const files = page.match(/(?<=`)(src|machines|ui|model-tests|docs)\/[^`* ]+(?=`)/g) ?? [];
    expect(files.filter((file) => file.includes('.test.')).length).toBeGreaterThan(60);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);

    const links = [...page.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)];
    const broken = links.filter(([, file = '', heading]) => {
      const target = path.join('docs', file);
      if (!existsSync(path.join(root, target))) return true;
      return heading !== undefined && !anchorsOf(read(target)).includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('are the calls of the contract, those that are not there yet called so', () => {
    const listed = rowsOf(section(7)).filter(([method = '']) => /^(GET|PUT|POST|DELETE)$/.test(method));
    const isMissing = ([, , meaning]: string[]) => meaning?.endsWith('not yet') ?? false;
    const served = (Object.values(calls) as Call[])
      .filter(({ origin }) => origin === 'spec')
      .map(({ method, path: address }) => `${method} \`${address}\``);
    const addresses = (rows: string[][]) => rows.map(([method, address]) => `${method} ${address}`);
    expect(addresses(listed.filter((row) => !isMissing(row))).sort()).toEqual(served.sort());
    const known = (Object.values(calls) as Call[]).map(({ path: address }) => `\`${address}\``);
    expect(listed.filter((row) => isMissing(row) && known.includes(row[1] ?? ''))).toEqual([]);
  });

  it('are the problem codes of the service by their status', () => {
    const listed = rowsOf(section(8)).flatMap(([status = '', codes = '']) =>
      /^\d{3}$/.test(status)
        ? (codes.match(/(?<=`)[a-z-]+(?=`)/g) ?? []).map((code) => [code, Number(status)] as const)
        : [],
    );
    expect(new Map(listed)).toEqual(new Map(Object.entries(problemStatus)));
  });

  it('are texts that people read, word for word', () => {
    const texts = globSync('locales/de/*.json', { cwd: root }).flatMap((file) =>
      wordsOf(JSON.parse(read(file))),
    );
    const catalogue = section(8).match(/(?<=„)[^“]+(?=“)/g) ?? [];
    expect(catalogue.length).toBeGreaterThan(12);
    expect(catalogue.filter((text) => !texts.includes(text))).toEqual([]);
  });
});

/** The anchors of the headings of a page. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
}
