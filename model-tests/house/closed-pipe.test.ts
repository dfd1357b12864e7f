import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** The server writes a log and is no tool: when nobody reads that, it must not end quietly. */
const SERVER = 'src/server/main.ts';
const tools = Object.values(scripts).flatMap((script) => {
  const file = /^node (?:--\S+ )*(\S+\.ts)$/.exec(script)?.[1];
  return file && file !== SERVER ? [file] : [];
});

/** True if a file, or one beside or above it that it imports, imports the end of an unread tool. */
function endsWhenUnread(file: string): boolean {
  const source = readFileSync(file, 'utf8');
  if (/^import '(?:#server|\.)\/closed-pipe\.ts';$/m.test(source)) return true;
  const near = [...source.matchAll(/from '(\.\.?\/command\.ts)'/g)].map(([, name]) => name ?? '');
  return near.some((name) => endsWhenUnread(path.resolve(path.dirname(file), name)));
}

test('every command-line tool ends quietly when nobody reads its output', () => {
  expect(tools.length).toBeGreaterThan(8);
  expect(tools.filter((file) => !endsWhenUnread(path.join(root, file)))).toEqual([]);
});

test('a tool whose reader has gone ends without a stack, and with its own code', async () => {
  const tool = spawn(process.execPath, [path.join(root, 'src/import/form/cli.ts'), '--help']);
  tool.stdout.destroy();
  const closed = once(tool, 'close');
  expect(await text(tool.stderr)).toBe('');
  expect(await closed).toEqual([0, null]);
});
