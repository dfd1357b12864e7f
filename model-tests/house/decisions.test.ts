import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../docs/decisions');

it('the index of decisions lists each record once, in order, by its number and title', () => {
  const records = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .sort();
  const lines = records.map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(path.join(folder, file), 'utf8')) ?? [];
    expect(file.slice(0, 4)).toBe(number?.padStart(4, '0'));
    return `| ${number} | [${title}](${file}) |`;
  });
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8').split('\n');
  expect(index.filter((line) => /^\| \d/.test(line))).toEqual(lines);
});
