import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { form, process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { WelcomeScreen } from './welcome-screen.tsx';

provideWindow();

const at = (name: string, key: string, feeAmount: number): ProcessView => {
  const there = process({ page: 'p1', area: { key, name } });
  const authority = { ...there.metadata.authority, name: `Stadt ${name}` };
  return { ...there, metadata: { ...there.metadata, authority, feeType: 'FIXED', feeAmount } };
};
const kiel = at('Kiel', '010020000000', 3070);
const change = () => screen.getByText('Für einen anderen Ort?').closest('details')!;

/** Shows the screen at Kiel, and answers a change of the place. */
async function show(process: ProcessView, there?: ProcessView) {
  const { application } = await showApplication(<WelcomeScreen />, {
    process,
    form,
    changePlace: async () => there!,
  });
  if (!process.metadata.forceWelcomePage) application.send({ type: 'step.requested', step: 'welcome' });
  await screen.findByRole('heading', { name: new RegExp(`Ihr Antrag für ${process.area.name}$`) });
  if (there) {
    application.send({ type: 'place.chosen', area: there.area.key });
    await screen.findByRole('heading', { name: new RegExp(`Ihr Antrag für ${there.area.name}$`) });
  }
}

describe('the place of an application', () => {
  it('says the fee there, and is unfolded for a person who comes back to change it', async () => {
    await show(kiel);
    expect(screen.getByText('Kosten').nextElementSibling?.textContent).toBe('30,70\u00a0€');
    expect(change().open).toBe(true);
  });

  it('is folded for a person who sees it before the form', async () => {
    await show({ ...kiel, status: 'CREATED', metadata: { ...kiel.metadata, forceWelcomePage: true } });
    expect(change().open).toBe(false);
  });

  it('says what another place has changed: the authority and the fee', async () => {
    await show(kiel, at('Lübeck', '010030000000', 6000));
    const told = within(
      screen.getByText(/^Der Ort wurde geändert: von Kiel zu Lübeck/).closest('.kern-alert') as HTMLElement,
    );
    told.getByText('Zuständig ist jetzt: Stadt Lübeck. Vorher: Stadt Kiel.');
    told.getByText('Kosten jetzt: 60,00\u00a0€. Vorher: 30,70\u00a0€.', { normalizer: (text) => text });
    expect(change().open).toBe(false);
  });

  it('names the page of the service where another place does not offer the application', async () => {
    const { application } = await showApplication(<WelcomeScreen />, {
      process: kiel,
      form,
      changePlace: () => Promise.reject({ code: 'place-not-covered' }),
    });
    application.send({ type: 'step.requested', step: 'welcome' });
    await screen.findByRole('heading', { name: /Ihr Antrag für Kiel$/ });
    application.send({ type: 'place.chosen', area: '010540056056' });
    const link = await screen.findByRole('link', { name: /^Wer dort zuständig ist/ });
    expect(link.getAttribute('href')).toBe(`/leistung/${kiel.metadata.leiKaId}`);
    expect(screen.getByText(/Ihr Antrag ist weiter für Kiel/)).toBeTruthy();
  });

  it('says that nothing has changed', async () => {
    await show(kiel, { ...kiel, area: { key: '010020000001', name: 'Kiel-Nord' } });
    screen.getByText('Zuständig bleibt: Stadt Kiel.');
    screen.getByText('Kosten wie vorher: 30,70\u00a0€.', { normalizer: (text) => text });
  });
});
