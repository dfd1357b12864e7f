import { describe, expect, it } from 'vitest';
import { settings } from '#ui/screens/testing/theme.ts';
import { render } from './render.tsx';

const kiel = { value: 'Kiel', key: '010020000000' };
const problem = (status: number, code: string) => ({
  status,
  body: JSON.stringify({
    type: `urn:serviceportal:problem:${code}`,
    title: code,
    status,
    code,
    requestId: 'r-1',
  }),
});

/** The page that the server renders for an address when the search returns this. */
async function pageOf(href: string, answer: { status: number; body: string }) {
  const { status, markup } = await render({ href, place: kiel, settings, read: async () => answer });
  const valueIn = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(markup)?.[0].match(/value="([^"]*)"/)?.[1];
  return { status, markup, q: valueIn('q'), place: valueIn('place') };
}

describe('the page of a search that has failed', () => {
  it('keeps what was asked in its form, says so, and can be asked again', async () => {
    const page = await pageOf('/suche?q=Hund%20anmelden', problem(500, 'internal'));
    expect(page).toMatchObject({ status: 500, q: 'Hund anmelden', place: 'Kiel' });
    expect(page.markup).toContain(
      'Bei der Suche ist ein Fehler aufgetreten. Die Suchergebnisse sind unter Umständen nicht vollständig.',
    );
    expect(page.markup).toMatch(/<a[^>]*href="\/suche\?q=Hund(?:%20|\+)anmelden"[^>]*>.*Noch einmal suchen/);
    expect(page.markup).toContain('r-1');
    expect(page.markup).toContain('tel:115');
  });

  it('keeps a place that was written as text, in English, too', async () => {
    const page = await pageOf('/en/search?q=dog&place=Nowhere', problem(500, 'internal'));
    expect(page).toMatchObject({ status: 500, q: 'dog', place: 'Nowhere' });
    expect(page.markup).toContain('An error occurred during the search. The results may be incomplete.');
  });

  it('says when it was asked too often', async () => {
    const page = await pageOf('/suche?q=Hund', problem(429, 'too-many-requests'));
    expect(page.status).toBe(429);
    expect(page.markup).toContain('Das waren zu viele Aufrufe in kurzer Zeit.');
  });
});
