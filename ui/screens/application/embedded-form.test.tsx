import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { EditingView } from '#contract/editing.ts';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import type { ReportQuery } from '#machines/windows/windows.types.ts';
import type { EmbeddedActor, FormActor } from '../shared/portal-context.tsx';
import { form as definition, ID, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { EmbeddedForm } from './embedded-form.tsx';

provideWindow();

type Stage = 'connecting' | 'ready' | 'away' | 'lost';
type At = { stage: Stage; height?: number; title?: string; page?: string; returnsToSummary?: boolean };

/** A form that a form server shows, which rests at a stage until it is moved. */
async function show(at: At, service: Partial<ApplicationService> = {}) {
  let now = at;
  const watchers = new Set<() => void>();
  const subscribe = (heard: (() => void) | { next: () => void }) => {
    const watcher = typeof heard === 'function' ? heard : heard.next;
    watchers.add(watcher);
    return { unsubscribe: () => void watchers.delete(watcher) };
  };
  const states: Record<Stage, unknown> = {
    connecting: { frame: { present: 'connecting' } },
    ready: { frame: { present: 'ready' } },
    away: { frame: 'away' },
    lost: { frame: 'lost' },
  };
  const saving = {
    value: 'clean',
    matches: () => false,
    context: { savedAt: '2026-11-20T11:30:00Z', problem: null, content: {}, attempts: 0 },
  };
  const children = { saving: { getSnapshot: () => saving, subscribe } };
  const snapshots = new Map<At, object>();
  const embeddedAt = () => {
    const known = snapshots.get(now) ?? {
      status: 'active',
      context: {
        title: now.title ?? null,
        page: now.page ?? null,
        height: now.height ?? null,
        frame: { address: 'https://forms.example/f', token: 'secret' },
        isIncomplete: false,
        isExpiring: false,
        over: { code: 'form-server-unavailable', requestId: 'n-1' },
        refusedFiles: [],
      },
      children,
      matches: (state: unknown) => JSON.stringify(state) === JSON.stringify(states[now.stage]),
    };
    snapshots.set(now, known);
    return known;
  };
  const send = vi.fn();
  const embedded = { sessionId: 'x:1', getSnapshot: embeddedAt, subscribe, send } as unknown as EmbeddedActor;
  const formSnapshot = {
    context: {
      pendingFiles: [],
      evaluation: { hidden: new Set() },
      returnsToSummary: at.returnsToSummary ?? false,
    },
    children,
  };
  const form = { getSnapshot: () => formSnapshot, subscribe } as unknown as FormActor;
  const shown = await showApplication(<EmbeddedForm form={form} embedded={embedded} />, {
    process: process(),
    form: definition,
    user: async () => person(),
    ...service,
  });
  await waitFor(() => expect(shown.application.getSnapshot().context.process).not.toBeNull());
  const move = (next: At) =>
    act(() => {
      now = next;
      for (const watcher of [...watchers]) watcher();
    });
  return { ...shown, send, move };
}
const frame = () => document.querySelector('iframe');
const OPENING = 'Das Formular wird geöffnet …';

describe('a form that a form server shows', () => {
  it('is in a frame that may do only what it needs, with its token where nobody logs it', async () => {
    const { send } = await show({ stage: 'connecting' });
    const there = frame()!;
    expect(there.getAttribute('src')).toBe('https://forms.example/f#secret');
    expect(there.getAttribute('sandbox')).toBe('allow-forms allow-scripts allow-same-origin');
    expect(there.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(there.title).toBe('Anmeldung zur Hundesteuer');
    screen.getByText(OPENING);
    expect(send).toHaveBeenCalledWith({ type: 'frame.shown' });
    fireEvent.load(there);
    expect(send).toHaveBeenCalledWith({ type: 'frame.loaded' });
  });

  it('is as high as its content, and never too low to be used', async () => {
    const { move } = await show({ stage: 'ready', height: 900 });
    expect(screen.queryByText(OPENING)).toBeNull();
    expect(frame()?.style.height).toBe('900px');
    move({ stage: 'ready', height: 10 });
    expect(frame()?.style.height).toBe('320px');
  });

  it('names its page in the title of the document', async () => {
    const { move } = await show({ stage: 'ready', title: 'Seite 2' });
    await waitFor(() => expect(document.title).toMatch(/^Seite 2 – /));
    move({ stage: 'ready' });
    await waitFor(() => expect(document.title).not.toMatch(/Seite 2/));
  });

  it('begins at its top on a new page, where that was out of sight', async () => {
    const into = vi.spyOn(Element.prototype, 'scrollIntoView');
    const top = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    top.mockReturnValue({ top: 40 } as DOMRect);
    const { move } = await show({ stage: 'ready', page: 'p1' });
    move({ stage: 'ready', page: 'p2' });
    expect(into).not.toHaveBeenCalled();
    top.mockReturnValue({ top: -40 } as DOMRect);
    move({ stage: 'ready', page: 'p3' });
    expect(into).toHaveBeenCalledTimes(1);
    top.mockRestore();
  });

  it('is taken off the page when it is away or lost, and the frame says so', async () => {
    const { move, send } = await show({ stage: 'ready' });
    send.mockClear();
    move({ stage: 'away' });
    expect(frame()).toBeNull();
    await waitFor(() => expect(send).toHaveBeenCalledWith({ type: 'frame.removed' }));
    expect(send).toHaveBeenCalledWith({ type: 'frame.shown' });
    move({ stage: 'lost' });
    await screen.findByText('Das Formular ist nicht mehr geöffnet.');
    expect(frame()).toBeNull();
  });

  it('leads back to the summary where it was opened from there', async () => {
    const { send, unmount } = await show({ stage: 'ready', returnsToSummary: true });
    await userEvent.click(screen.getByRole('button', { name: 'Zurück zur Zusammenfassung' }));
    expect(send).toHaveBeenCalledWith({ type: 'page.backRequested' });
    unmount();
    await show({ stage: 'ready' });
    expect(screen.queryByRole('button', { name: 'Zurück zur Zusammenfassung' })).toBeNull();
  });

  it('cannot be used while another window edits', async () => {
    const elsewhere: EditingView = {
      elsewhere: { place: 'window', since: '2026-11-20T11:30:00Z' },
      wanted: false,
      againMs: 0,
    };
    const windows = createActor(
      windowsMachine.provide({
        actors: { report: fromPromise<EditingView, ReportQuery>(async () => elsewhere) },
      }),
    ).start();
    const { unmount } = await show({ stage: 'ready' });
    expect(frame()?.closest('.sp-embedded')?.hasAttribute('inert')).toBe(false);
    unmount();
    windows.send({ type: 'application.shown', processId: ID });
    await waitFor(() => expect(windows.getSnapshot().matches({ open: 'elsewhere' })).toBe(true));
    await show({ stage: 'ready' }, { beside: { windows } });
    expect(frame()?.closest('.sp-embedded')?.hasAttribute('inert')).toBe(true);
  });
});
