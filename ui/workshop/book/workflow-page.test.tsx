import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Elk from 'elkjs/lib/elk.bundled.js';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hrefOf, type Place, placeOf } from '../place.ts';
import { ReadingProvider } from '../reading-context.ts';
import { textsIn } from '../texts.ts';
import { BookSection } from './book-section.tsx';

const engine = new Elk.default();
let place: Place = {};

function Book({ at }: { at: Place }) {
  const [here, setHere] = useState(at);
  place = here;
  const go = (to: Place) => setHere(placeOf(new URLSearchParams(Object.entries(to)).toString()));
  const reading = {
    locale: 'en' as const,
    t: textsIn('en'),
    hrefOf: (to: Place) => hrefOf('en', to),
    engine,
  };
  return (
    <ReadingProvider value={{ ...reading, place: here, go }}>
      <BookSection />
    </ReadingProvider>
  );
}

const details = () => screen.getByRole('region', { name: 'Details' });

beforeEach(() => {
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
  vi.unstubAllGlobals();
});

describe('the address of a workflow', () => {
  it('opens a state that it names', async () => {
    render(<Book at={{ workflow: 'process', at: 'PAYMENT_FAILURE' }} />);
    expect(within(details()).getByRole('heading', { name: 'State: Payment failed' })).toBeTruthy();
    const box = await screen.findByRole('button', { name: /^Payment failed/, pressed: true });
    expect(box.getAttribute('data-part')).toBe('PAYMENT_FAILURE');
    expect(within(details()).getByRole('link', { name: 'Address of this place' }).getAttribute('href')).toBe(
      '/en/workshop?workflow=process&at=PAYMENT_FAILURE',
    );
  });

  it('opens an arrow that it names, and marks its row', () => {
    render(<Book at={{ workflow: 'process', at: 'PAYMENT_PENDING payment.settled#2' }} />);
    expect(details().textContent).toContain('PROC-08');
    const row = document.getElementById('at-PAYMENT_PENDING_payment.settled_2');
    expect(row?.className).toBe('ws-current');
    expect(document.querySelectorAll('.ws-current')).toHaveLength(1);
  });

  it('unfolds what is around a state', async () => {
    render(<Book at={{ workflow: 'portal', at: 'route.ownData.signedOut' }} />);
    await screen.findByRole('button', { name: /^My data: Not logged in/, pressed: true });
  });

  it('of a part that does not exist shows the workflow', () => {
    render(<Book at={{ workflow: 'process', at: 'NOWHERE' }} />);
    expect(details().textContent).toBe('Choose a state or an arrow in the picture.');
  });

  it('follows what is pressed in the drawing and with keys', async () => {
    render(<Book at={{ workflow: 'payment' }} />);
    await userEvent.click(await screen.findByRole('button', { name: /^Paid/ }));
    expect(place.at).toBe('paid');
    await userEvent.keyboard('{Escape}');
    expect(place.at).toBeUndefined();
  });
});

describe('the search of the book', () => {
  it('leads from all workflows to the place in a drawing', async () => {
    render(<Book at={{}} />);
    await userEvent.type(screen.getByRole('searchbox'), 'Erstattung vorgeschlagen');
    expect(place.q).toBe('Erstattung vorgeschlagen');
    const states = screen.getByRole('region', { name: 'States' });
    expect(within(states).getAllByRole('link')[0]?.getAttribute('href')).toContain('workflow=refund&at=');
  });

  it('marks in the drawing what it has found there', async () => {
    render(<Book at={{ workflow: 'process', q: 'payment failed' }} />);
    await screen.findAllByRole('button', { name: /^Payment failed/ });
    expect(document.querySelector('.dg-box--found')?.getAttribute('data-part')).toBe('PAYMENT_FAILURE');
  });

  it('says when nothing is called like that', () => {
    render(<Book at={{ q: 'xylophone' }} />);
    expect(screen.getByRole('status').textContent).toMatch(/^Nothing matches/);
  });
});
