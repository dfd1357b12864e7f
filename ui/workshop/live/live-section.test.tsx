import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InspectionReport } from '#contract/inspection.ts';
import { asWalked } from '#contract/walked-workflow.ts';
import type { Locale } from '#domain/locale.ts';
import { allMachines } from '#machines/all-machines.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { textsIn } from '../texts.ts';
import { type Workshop, WorkshopProvider } from '../workshop-context.ts';
import { LiveSection } from './live-section.tsx';
import { createPlayer } from './player-store.ts';
import { writeRecording } from './recording-file.ts';

const always = {
  window: 'w',
  page: 1,
  seq: 0,
  id: 'w 1 0',
  rootId: 'x:0',
  _version: '0.7.2',
  createdAt: '1000',
};
const started = (
  sessionId: string,
  name: string,
  parentId: string | undefined,
  drawing: string | null,
): InspectionReport => ({
  ...always,
  type: '@xstate.actor',
  sessionId,
  parentId,
  name,
  drawing,
  isReplayed: false,
  snapshot: { status: 'active' },
});
const moved = (
  sessionId: string,
  type: string,
  value: string,
  status: 'active' | 'done' = 'active',
): InspectionReport[] => [
  { ...always, type: '@xstate.event', sessionId, sourceId: 'x:0', event: { type } },
  {
    ...always,
    type: '@xstate.snapshot',
    sessionId,
    event: { type },
    snapshot: { status, value },
    arrows: [`idle ${type}`],
  },
];
const story = [
  started('x:0', 'portal', undefined, drawingHash(allMachines.portal)),
  started('x:1', 'login', 'x:0', 'of another build'),
  started('x:2', 'unknownCall', 'x:0', null),
  ...moved('x:1', 'login.requested', 'requesting'),
  ...moved('x:1', 'an.event.of.another.build', 'idle', 'done'),
];

function show(locale: Locale, more: Partial<Workshop> = {}) {
  const player = createPlayer();
  const place = { section: 'live' };
  const engine = { layout: () => Promise.reject(new Error('no worker here')) };
  render(
    <WorkshopProvider
      value={{
        locale,
        t: textsIn(locale),
        hrefOf: () => '',
        place,
        go: () => undefined,
        engine,
        player,
        api: {} as never,
        ...more,
      }}
    >
      <LiveSection />
    </WorkshopProvider>,
  );
  const tell = (reports: readonly InspectionReport[]) =>
    act(() => {
      player.hear({ type: 'window.present', window: 'w', page: 1 });
      for (const report of reports) player.hear(report);
      vi.advanceTimersByTime(1000);
    });
  return { tell, player };
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // Documents of tests have no ResizeObserver.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const showAll = (name: string) => user().click(screen.getByRole('checkbox', { name }));
const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

describe('the live view', () => {
  it('says how to begin when nobody is followed', () => {
    show('en');
    expect(screen.getByText('No window is being followed yet.')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/en?inspect');
  });

  it('shows workflows, who sent what, and that a window is of another build', async () => {
    const { tell } = show('de');
    tell(story);
    const tree = screen.getByRole('navigation');
    expect(within(tree).getByRole('button', { name: /Anmeldung.*beendet.*anderer Stand/ })).toBeTruthy();
    expect(within(tree).queryByText('unknownCall')).toBeTruthy();
    await user().click(within(tree).getByRole('button', { name: /Anmeldung/ }));
    expect(screen.getByText(/hat einen anderen Stand/)).toBeTruthy();
    const rows = () => within(screen.getByRole('region', { name: 'Protokoll' })).getAllByRole('row');
    // Only what has moved something, until all is wanted.
    expect(rows()).toHaveLength(1 + 2);
    expect(screen.getByText('2 Wechsel; 5 Schritte insgesamt')).toBeTruthy();
    await showAll('Auch Schritte, die nichts ändern');
    const log = rows();
    expect(log).toHaveLength(1 + 5);
    expect(log[1]?.textContent).toContain('an.event.of.another.build');
    expect(log[1]?.textContent).toContain('idle an.event.of.another.build');
    expect(screen.getByRole('img', { name: /Nachrichten/ })).toBeTruthy();
  });

  it('tells a screen reader the latest, not everything', async () => {
    const { tell } = show('en');
    tell(story);
    expect(screen.queryByText(/^Latest:/)).toBeNull();
    act(() => vi.advanceTimersByTime(3_000));
    expect(screen.getByText('Latest: Login, an.event.of.another.build')).toBeTruthy();
  });

  it('goes back with the keyboard, and to a step of the log', async () => {
    const { tell } = show('en');
    tell(story);
    const keys = user();
    screen.getByRole('button', { name: 'Step back' }).focus();
    await keys.keyboard('{Enter}{Enter}');
    expect(screen.getByText('Step 3 of 5')).toBeTruthy();
    tell([story[3]!]);
    expect(screen.getByText('Step 3 of 6')).toBeTruthy();
    await showAll('Also steps that change nothing');
    const current = screen.getByRole('button', { current: 'step' });
    expect(current.textContent).toBe('3');
    // What comes after the moment stays in the log: it leads forth as well.
    await keys.click(screen.getByRole('button', { name: 'To step 5' }));
    expect(screen.getByText('Step 5 of 6')).toBeTruthy();
    await keys.click(screen.getByRole('button', { name: 'To step 2' }));
    expect(screen.getByText('Step 2 of 6')).toBeTruthy();
    await keys.click(screen.getByRole('button', { name: 'Back to live' }));
    expect(screen.getByText('Step 6 of 6')).toBeTruthy();
  });

  it('goes from move to move of the chosen workflow', async () => {
    const { tell } = show('en');
    tell(story);
    const keys = user();
    await keys.click(screen.getByRole('button', { name: /^Login/ }));
    const back = screen.getByRole('button', { name: 'Back in “Login”' });
    const forth = screen.getByRole('button', { name: 'Forward in “Login”' });
    expect(forth.getAttribute('aria-disabled')).toBe('true');
    await keys.click(back);
    expect(screen.getByText('Step 4 of 5')).toBeTruthy();
    expect(back.getAttribute('aria-disabled')).toBe('true');
    await keys.click(back);
    expect(screen.getByText('Step 4 of 5')).toBeTruthy();
    await keys.click(forth);
    expect(screen.getByText('Step 5 of 5')).toBeTruthy();
  });

  it('has words for what XState does, says of which window, and reduces the log to one workflow', async () => {
    const { tell } = show('en');
    tell([
      ...story,
      { ...started('x:0', 'portal', undefined, drawingHash(allMachines.portal)), window: 'v' },
      ...moved('x:2', 'xstate.promise.resolve', 'known', 'done'),
    ]);
    await showAll('Also steps that change nothing');
    const rows = () =>
      within(screen.getByRole('region', { name: 'Log' }))
        .getAllByRole('row')
        .slice(1);
    expect(rows()[0]?.textContent).toContain('answer has arrived');
    expect(rows()[1]?.textContent).toContain('Portal (Window 2)');
    const all = rows().length;
    await user().selectOptions(screen.getByLabelText('Only from or to'), 'Login (Window 1)');
    expect(rows().length).toBeLessThan(all);
    for (const row of rows()) expect(row.textContent).toContain('Login (Window 1)');
  });

  it('finds steps in the log by their words and technical names', async () => {
    const { tell } = show('en');
    tell(story);
    const rows = () =>
      within(screen.getByRole('region', { name: 'Log' }))
        .getAllByRole('row')
        .slice(1);
    const field = screen.getByRole('searchbox', { name: 'Find in the log' });
    await user().type(field, 'login.requested');
    expect(rows().map((row) => row.querySelector('button')?.textContent)).toEqual(['4']);
    await user().clear(field);
    await user().type(field, 'xylophone');
    expect(rows()).toEqual([]);
  });

  it('refuses a file that is no recording, and keeps what is shown', async () => {
    const { tell } = show('de');
    tell(story);
    const file = new File(['{"format":"another"}'], 'other.json', { type: 'application/json' });
    await user().upload(screen.getByLabelText('Aufzeichnung öffnen'), file);
    expect(await screen.findByText('Diese Datei ist keine Aufzeichnung der Werkstatt.')).toBeTruthy();
    expect(screen.getByText('Schritt 5 von 5')).toBeTruthy();
  });

  it('compares the moves of a workflow with those of another recording', async () => {
    const { tell, player } = show('en');
    tell(story.slice(0, 5));
    const earlier = writeRecording(player.getSnapshot().live, new Date());
    tell(story.slice(5));
    await user().click(screen.getByRole('button', { name: /^Login/ }));
    const compare = screen.getByLabelText('Open recording to compare');
    await user().upload(compare, new File(['no'], 'no.json', { type: 'application/json' }));
    expect(await screen.findByText('This file is not a recording: it contains no JSON.')).toBeTruthy();
    await user().upload(compare, new File([earlier], 'one.json', { type: 'application/json' }));
    expect(await screen.findByText('1 move is on one side only.')).toBeTruthy();
    const different = [...document.querySelectorAll('.ws-different')].map((row) => row.textContent);
    expect(different).toEqual(['idle an.event.of.another.build–']);
    await user().click(screen.getByRole('button', { name: 'End comparison' }));
    expect(document.querySelector('.ws-different')).toBeNull();
  });

  it('compares with the path of a test run that is most like it, and with one by its id', async () => {
    const walked = asWalked({
      at: '2026-11-28T12:00:00.000Z',
      coverage: [],
      arrows: ['idle login.requested', 'idle login.cancelled'],
      paths: [
        { id: 'far', layer: 'machine', start: '', arrows: [1, 1, 1] },
        { id: 'near', layer: 'browser', start: '', arrows: [0] },
      ],
      pictures: [],
    });
    const walkedOf = async (machine: string) => (machine === 'login' ? walked : null);
    const { tell } = show('en', { testRun: { standing: 'made', walkedOf, pictureHref: (name) => name } });
    tell(story);
    await user().click(screen.getByRole('button', { name: /^Login/ }));
    await user().click(await screen.findByRole('button', { name: 'Compare with the most similar path' }));
    const table = screen.getByRole('region', { name: 'Moves side by side' });
    expect(within(table).getByRole('columnheader', { name: 'Path near' })).toBeTruthy();
    expect(screen.getByText('1 move is on one side only.')).toBeTruthy();
    expect(screen.getByText('npm run paths -- show near --machine login --layer browser')).toBeTruthy();
    const id = screen.getByRole('textbox', { name: 'Id of a path' });
    await user().type(id, 'nowhere{Enter}');
    expect(screen.getByText(/has walked no path “nowhere”/)).toBeTruthy();
    expect(within(table).getByRole('columnheader', { name: 'Path near' })).toBeTruthy();
    await user().clear(id);
    await user().type(id, ' far {Enter}');
    expect(screen.getByText('5 moves are on one side only.')).toBeTruthy();
    expect(screen.queryByText(/has walked no path/)).toBeNull();
  });

  it('says where there is no path to compare with', () => {
    const testRun = {
      standing: 'notHere',
      walkedOf: async () => null,
      pictureHref: (name: string) => name,
    } as const;
    const { tell } = show('de', { testRun });
    tell(story);
    expect(screen.getByText(/^Es gibt keinen Weg eines Testlaufs/)).toBeTruthy();
  });

  it('shows a recording in another viewer where there is one', async () => {
    const shown: string[] = [];
    const viewer = {
      host: 'viewer.example',
      show: (reports: readonly InspectionReport[]) => shown.push(...reports.map(({ type }) => type)),
    };
    const { tell } = show('en', { viewer });
    tell(story.slice(0, 5));
    await user().click(screen.getByRole('button', { name: 'Show in viewer.example' }));
    expect(shown).toEqual([
      ...['@xstate.actor', '@xstate.actor', '@xstate.actor'],
      ...['@xstate.event', '@xstate.snapshot'],
    ]);
  });

  it('shows what a workflow remembered then, in the build for it, and in no other', async () => {
    const asked: [string, number | null][] = [];
    const contextOf = (actor: string, at: number | null) => {
      asked.push([actor, at]);
      return '{"street":"Hafenstraße 1"}';
    };
    const { tell } = show('en', { contextOf });
    tell(story);
    expect(screen.getByText('{"street":"Hafenstraße 1"}')).toBeTruthy();
    expect(asked.at(-1)).toEqual(['w/1/x:0', null]);
    await user().click(screen.getByRole('button', { name: 'Step back' }));
    expect(asked.at(-1)).toEqual(['w/1/x:0', 1000]);
    cleanup();
    const { tell: tellAgain } = show('en');
    tellAgain(story);
    expect(screen.queryByText(/^Context/)).toBeNull();
  });
});
