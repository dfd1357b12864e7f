import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DOMParser } from '@xmldom/xmldom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { locales } from '#domain/locale.ts';
import { workflows } from '../machines.ts';
import { ReadingProvider } from '../reading-context.ts';
import { textsIn } from '../texts.ts';
import { Exports } from './exports.tsx';
import { mermaidOf } from './mermaid.ts';
import { scxmlOf } from './scxml.ts';

const all = [...workflows.values()];
const parse = (xml: string) =>
  new DOMParser({
    errorHandler: (level: string, message: string) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(xml, 'text/xml');

afterEach(cleanup);

describe.each(all)('$name as a file', (machine) => {
  const { states, arrows } = machine;
  const drawn = arrows.filter(({ isIgnored }) => !isIgnored);

  it('has every state and arrow in SCXML, and every target is a state', () => {
    const document = parse(scxmlOf(machine));
    const ids = new Set(
      ['state', 'parallel', 'final'].flatMap((tag) =>
        [...Array.from(document.getElementsByTagName(tag))].map((state) => state.getAttribute('id') ?? ''),
      ),
    );
    for (const { path } of states.slice(1)) expect(ids).toContain(path);
    const transitions = Array.from(document.getElementsByTagName('transition'));
    expect(transitions).toHaveLength(drawn.length);
    const targets = transitions.flatMap((each) => (each.getAttribute('target') ?? '').split(' '));
    expect(targets.filter((target) => target !== '' && !ids.has(target))).toEqual([]);
    const initial = document.documentElement?.getAttribute('initial');
    expect(ids).toContain(initial);
  });

  it.each(locales)('names every state in Mermaid (%s)', (locale) => {
    const text = mermaidOf(machine, locale);
    for (const { path } of states.slice(1)) expect(text).toContain(` as s_${path.replaceAll('.', '_')}`);
    const lines = text.split('\n').filter((line) => / --> s_/.test(line) && !line.includes('[*]'));
    expect(lines).toHaveLength(
      arrows.filter(({ from }) => from !== '').reduce((sum, { to }) => sum + to.length, 0),
    );
  });
});

it('hands the file to the browser under the name of the workflow', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:made';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const machine = workflows.get('refund')!;
  const reading = {
    locale: 'de' as const,
    t: textsIn('de'),
    hrefOf: () => '',
    place: {},
    go: () => undefined,
    engine: { layout: () => Promise.reject(new Error('no worker here')) },
  };
  render(
    <ReadingProvider value={reading}>
      <Exports machine={machine} />
    </ReadingProvider>,
  );
  await userEvent.click(screen.getByText('In andere Werkzeuge mitnehmen'));
  for (const name of ['XState JSON', 'SCXML', 'Mermaid']) await userEvent.click(screen.getByText(name));
  expect(names).toEqual(['refund.json', 'refund.scxml', 'refund.mmd']);
  expect(made.map(({ type }) => type)).toEqual(['application/json', 'application/scxml+xml', 'text/plain']);
  vi.restoreAllMocks();
});
