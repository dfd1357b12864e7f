import { describe, expect, it } from 'vitest';
import { itLater } from '../later.ts';
import { readLock } from './lock.ts';
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

  itLater('knows the paths of every layer in which a machine is walked', async () => {
    const [walked] = readLock().logins!.browser!.tour;
    const listed = ids((await say('list', '--machine', 'logins', '--layer', 'browser')).text);
    expect(listed).toContain(walked);
    expect(readLock().logins!.browser!.tour.toSorted()).toEqual(listed.toSorted());
    const shown = await say('show', walked!, '--language', 'en');
    expect(ids(shown.text)).toEqual([walked]);
    const { code, text } = await say('show', walked!, '--machine', 'logins', '--layer', 'machine');
    expect([code, text]).toEqual([
      2,
      `logins has no path ${walked} in the layer machine; it is a path of logins in the layer browser`,
    ]);
  });

  it('has a path over HTTP by the id that its lock has', async () => {
    const { http, machine } = readLock().refund!;
    const id = http!.tour.find((it) => !machine!.tour.includes(it))!;
    expect(ids((await say('show', id, '--language', 'de')).text)).toEqual([id]);
  });

  it.each<[string[], RegExp]>([
    [
      ['list', '--machine', 'process', '--layer', 'browser'],
      /not walked in the layer browser, but in: machine, http/,
    ],
    [
      ['list', '--machine', 'process', '--layer', 'http', '--strategy', 'pairs'],
      /leave out --layer and --new/,
    ],
    [['diff', '--strategy', 'pairs'], /diff has no --strategy:\n\n {2}diff \[--machine NAME\]/],
    [['list', '--machine', 'payment', '--visible'], /list has no --visible/],
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
