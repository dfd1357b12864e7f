import { describe, expect, it } from 'vitest';
import { main } from './main.ts';

/** Output and exit code of the tool. */
async function say(...args: string[]) {
  const lines: string[] = [];
  const code = await main(args, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}
const ids = (text: string) => [...text.matchAll(/^([0-9a-f]{7}) /gm)].map(([, id]) => id!);

describe('npm run paths', () => {
  it('lists the paths of a machine in words', async () => {
    const { code, text } = await say('list', '--machine', 'loading');
    expect(code).toBe(0);
    expect(text).toMatch(/^[0-9a-f]{7} {2}loading, start: /);
    expect(text).toMatch(/loading: \d+ paths by tour$/);
  });

  it('shows a path of the lock in both languages', async () => {
    const [id] = ids((await say('list', '--machine', 'payment')).text);
    const { code, text } = await say('show', id!);
    expect(code).toBe(0);
    expect(ids(text)).toEqual([id, id]);
    expect(text).toContain('Zahlungsversuch');
    expect(text).toContain('Payment attempt');
    const { text: german } = await say('show', id!, '--language', 'de');
    expect(german).not.toContain('Payment attempt');
  });

  it('walks by chance the same way for the same seed, and otherwise for another one', async () => {
    const walk = async (seed: string) =>
      ids((await say('list', '--machine', 'payment', '--strategy', 'random', '--seed', seed)).text);
    const seven = await walk('7');
    expect(seven).toHaveLength(50);
    expect(await walk('7')).toEqual(seven);
    expect(await walk('8')).not.toEqual(seven);
    const { text } = await say(
      'show',
      seven[0]!,
      ...['--machine', 'payment', '--strategy', 'random', '--seed', '7'],
    );
    expect(ids(text)[0]).toBe(seven[0]);
  });

  it.each(['shortest', 'pairs', 'thorough'])('has paths by %s', async (strategy) => {
    const { text } = await say('list', '--machine', 'sentApplication', '--strategy', strategy);
    expect(ids(text).length).toBeGreaterThan(0);
    expect(new Set(ids(text)).size).toBe(ids(text).length);
  });

  it('finds nothing to tell where nothing has changed', async () => {
    expect(await say('diff', '--machine', 'payment')).toEqual({ code: 0, text: 'as locked' });
  });

  it.each<[string[], RegExp]>([
    [
      ['list', '--machine', 'nothing'],
      /there is no machine "nothing", but: accountLogout, application, build/,
    ],
    [['list'], /--machine is missing/],
    [['--help'], /list[\s\S]+show[\s\S]+coverage[\s\S]+machines: accountLogout, application, build/],
    [['list', '--machine', 'payment', '--strategy', 'luck'], /but: tour, shortest, random, pairs, thorough/],
    [['list', '--machine', 'payment', '--seed', 'seven'], /whole number/],
    [['shwo'], /there is no command "shwo", but: list, show, run/],
    [['show'], /the id of a path is missing/],
    [['show', '0000000'], /not in paths.lock.json/],
    [['show', '0000000', '--machine', 'payment'], /payment has no path 0000000/],
    [['list', '--nonsense'], /nonsense/],
    [
      ['run', '0000000', '--machine', 'payment', '--layer', 'http'],
      /not walked in the layer http, but in: machine/,
    ],
    [
      ['run', '0000000', '--machine', 'payment', '--visible'],
      /nothing to be --visible: name --layer browser/,
    ],
    [['run', '--machine', 'payment'], /name the id of a path, or a --strategy/],
    [[], /machines: accountLogout, application/],
  ])('says what can be asked for instead of %s', async (args, message) => {
    const { code, text } = await say(...args);
    expect(text).toMatch(message);
    expect(code).toBe(2);
  });
});
