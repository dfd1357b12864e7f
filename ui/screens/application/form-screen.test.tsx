import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Component, FormDefinition } from '#forms/types.ts';

import type { Progress } from '#machines/saving/saving.types.ts';
import { form, ID, page, process, provideWindow, saved } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { CoveredScreen } from './covered-screen.tsx';
import { FormScreen } from './form-screen.tsx';
import { useIsCovered } from './use-is-covered.ts';

const FormUnlessCovered = () => (useIsCovered() ? <CoveredScreen /> : <FormScreen />);

provideWindow();

describe('a page of the form', () => {
  const service = (): ApplicationService & { writes: Progress[] } => {
    const writes: Progress[] = [];
    return {
      process: process(),
      form,
      writes,
      save: async (write) => {
        writes.push(write);
        return saved(write.version + 1);
      },
    };
  };

  it('says where one is, and shows errors only after trying to go on: on top with the focus, and at the field', async () => {
    await showApplication(<FormScreen />, service());
    await screen.findByRole('heading', { level: 1, name: /Schritt 1 von 3:\s*Seite Name/ });
    expect(screen.queryByText(/füllen Sie das Feld/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    const summary = await screen.findByRole('region', { name: /prüfen Sie diese Angabe/ });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    within(summary).getByRole('link', { name: /„Name“/ });
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    expect(document.title).toMatch(/^Fehler: Seite Name – /);
    await userEvent.type(screen.getByLabelText('Name'), 'Ada');
    await waitFor(() => expect(document.title).toMatch(/^Seite Name – /));
  });

  it('names who is logged in, and covers what was entered once they have logged out', async () => {
    const logOut = vi.fn(async () => null);
    await showApplication(<FormUnlessCovered />, {
      ...service(),
      data: { owner: 'Ada' },
      user: async () => person(),
      logOut,
    });
    await screen.findByDisplayValue('Ada');
    const header = within(screen.getByRole('banner'));
    await userEvent.click(await header.findByText('Petra Lindemann'));
    expect(header.getByRole('link', { name: 'Mein Bereich' }).getAttribute('href')).toBe('/nutzerkonto');
    await userEvent.click(header.getByRole('button', { name: 'Abmelden' }));
    await screen.findByRole('heading', { level: 1, name: 'Sie sind abgemeldet' });
    expect(logOut).toHaveBeenCalledOnce();
    expect(screen.queryByDisplayValue('Ada')).toBeNull();
    screen.getByText(/^Damit niemand sonst Ihre Angaben sieht/);
    screen.getByText(/Ihre Angaben sind gespeichert/);
    expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  });

  describe('whose session has ended by itself', () => {
    const ended = async (view: React.ReactNode, change: Partial<ApplicationService>, user = person()) => {
      const { session } = await showApplication(view, {
        ...service(),
        data: { owner: 'Ada' },
        user: async () => user,
        ...change,
      });
      await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
      act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
      await screen.findByRole('heading', { level: 1, name: /beendet$/ });
      return session;
    };
    const anonymous = person({ providerId: 'anon', providerType: 'pseudo', name: '', person: null });

    it('covers what was entered, and shows it on request', async () => {
      await ended(<FormUnlessCovered />, {});
      screen.getByRole('heading', { name: 'Ihre Sitzung ist beendet' });
      screen.getByText(/Ihre Angaben sind gespeichert/);
      expect(screen.queryByDisplayValue('Ada')).toBeNull();
      expect(document.title).not.toContain('Hundesteuer');
      await userEvent.click(screen.getByRole('button', { name: 'Angaben eine Minute lang ansehen' }));
      await screen.findByDisplayValue('Ada');
      expect(document.title).toContain('Hundesteuer');
      await screen.findByRole('heading', { name: /Eine Minute lang sichtbar/ });
      await userEvent.click(screen.getByRole('button', { name: 'Jetzt verdecken' }));
      await screen.findByRole('heading', { level: 1, name: 'Ihre Sitzung ist beendet' });
      expect(screen.queryByDisplayValue('Ada')).toBeNull();
    });

    it('claims no more that anything is kept', async () => {
      await ended(<FormUnlessCovered />, { process: process({}, { hasUser: false }) }, anonymous);
      screen.getByText(/Ihre Angaben können nicht mehr gespeichert oder gesendet werden/);
      await userEvent.click(screen.getByRole('button', { name: 'Angaben eine Minute lang ansehen' }));
      await screen.findByDisplayValue('Ada');
      expect(screen.queryByText('Nur für diese Sitzung gespeichert')).toBeNull();
      screen.getAllByText('Nicht mehr gespeichert: Sitzung beendet');
    });
  });

  it('is left for the area that keeps it, which says that it is saved once it is', async () => {
    const later = () => screen.getByRole('link', { name: 'Später weitermachen' }).getAttribute('href');
    await showApplication(<FormScreen />, { ...service(), save: () => new Promise(() => undefined) });
    const name = await screen.findByLabelText('Name');
    expect(later()).toBe(`/nutzerkonto#${ID}`);
    await userEvent.type(name, 'Ada');
    expect(later()).toBe('/nutzerkonto');
    cleanup();
    await showApplication(<FormScreen />, { ...service(), process: process({}, { hasUser: false }) });
    await screen.findByLabelText('Name');
    expect(later()).toBe('/');
  });

  it('does not say how many steps there are while an answer can still change it', async () => {
    const [first, second] = form.components;
    const components = [first!, { ...second!, conditional: { show: true, when: 'owner', eq: 'Ada' } }];
    await showApplication(<FormScreen />, { ...service(), form: { ...form, components } });
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
    await screen.findByRole('heading', { level: 1, name: /^Schritt 1:\s*Seite Name/ });
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await screen.findByRole('heading', { level: 1, name: /Schritt 2 von 3:\s*Seite Hund/ });
  });

  it('shows the overview of its sections, unless the theme does without', async () => {
    await showApplication(<FormScreen />, service());
    await screen.findByText('Alle Schritte anzeigen');
    cleanup();
    await showApplication(<FormScreen />, service(), { hasFormNavSections: false });
    await screen.findByRole('heading', { level: 1, name: /Schritt 1 von 3/ });
    expect(screen.queryByText('Alle Schritte anzeigen')).toBeNull();
  });

  it('goes on when it is right, saves on the way, and leads back', async () => {
    const given = service();
    await showApplication(<FormScreen />, given);
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await screen.findByRole('heading', { level: 1, name: /Schritt 2 von 3:\s*Seite Hund/ });
    await waitFor(() =>
      expect(given.writes.at(-1)).toMatchObject({ content: { data: { owner: 'Ada' }, page: 'p2' } }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Zurück' }));
    await screen.findByRole('heading', { level: 1, name: /Schritt 1 von 3/ });
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Ada');
  });

  it('saves by itself soon after the last keystroke, one write at a time', async () => {
    const given = service();
    await showApplication(<FormScreen />, given);
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
    await waitFor(() => expect(given.writes).toHaveLength(1));
    expect(given.writes[0]).toMatchObject({ version: 1, content: { data: { owner: 'Ada' } } });
    await screen.findAllByText(/Gespeichert/);
  });

  it('keeps what was typed when somebody else has saved, and takes the newer state only when told to', async () => {
    await showApplication(<FormScreen />, {
      ...service(),
      data: { owner: 'from elsewhere' },
      save: () => Promise.reject({ code: 'version-conflict' }),
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Name');
    await userEvent.clear(field);
    await userEvent.type(field, 'Ada');
    const dialog = await screen.findByRole('dialog', { name: 'Es gibt einen neueren Stand' });
    expect(field.value).toBe('Ada');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Neueren Stand laden' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('from elsewhere'));
  });
});

describe('files of a form', () => {
  const proof: Component = {
    type: 'file',
    key: 'proof',
    label: 'Nachweis',
    input: true,
    multiple: true,
    filePattern: 'application/pdf,image/jpeg,image/png',
    fileMaxSize: '10MB',
  };
  const withFile: FormDefinition = {
    ...form,
    components: [
      { type: 'panel', key: 'p1', label: 'Nachweise', title: 'Nachweise', components: [proof] },
      { ...page('p2', 'dog', 'Hund'), components: [] },
    ],
  };
  const pdf = (content: string) => new File([content], 'a.pdf', { type: 'application/pdf' });
  const service = (): ApplicationService => ({
    process: process(),
    form: withFile,
    save: async () => saved(2),
  });
  const choice = () => screen.findByLabelText(/Nachweis/, { selector: 'input' });

  it('are asked for by their kinds in words', async () => {
    await showApplication(<FormScreen />, service());
    await choice();
    screen.getByText(/Erlaubt: PDF, JPG oder PNG, höchstens 10\sMB je Datei/);
  });

  it('that did not arrive are named on top, with what can be done, and lead to their field', async () => {
    await showApplication(<FormScreen />, service());
    const input = await choice();
    // Uploads are not answered here.
    await userEvent.upload(input, [pdf('x'), pdf('')]);
    await screen.findByText(/^Die Datei ist leer\. Bitte wählen Sie die Datei noch einmal aus/);
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    const summary = await screen.findByRole('region', { name: /prüfen Sie diese 2 Angaben/ });
    const [failed, refused] = within(summary).getAllByRole('link');
    expect(failed?.textContent).toMatch(/„a.pdf“ ist nicht hochgeladen. .* versuchen Sie es erneut/);
    expect(refused?.textContent).toMatch(/Die Datei ist leer. .* machen Sie ohne diese Datei weiter/);
    await userEvent.click(refused!);
    expect(document.activeElement).toBe(input);
  });

  it('are named in their place among the other answers', async () => {
    const asked = (key: string, label: string): Component => ({
      type: 'textfield',
      key,
      label,
      input: true,
      validate: { required: true },
    });
    const [first, ...others] = withFile.components;
    const components = [asked('before', 'Vorher'), proof, asked('after', 'Nachher')];
    const whole = { ...withFile, components: [{ ...first!, components }, ...others] };
    await showApplication(<FormScreen />, { ...service(), form: whole });
    await userEvent.upload(await choice(), pdf(''));
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    const summary = await screen.findByRole('region', { name: /prüfen Sie diese 3 Angaben/ });
    const lines = within(summary).getAllByRole('link');
    expect(lines.map((it) => /Vorher|Nachher|Datei/.exec(it.textContent)?.[0])).toEqual([
      'Vorher',
      'Datei',
      'Nachher',
    ]);
  });

  it('that were refused are named once before the form goes on without them', async () => {
    await showApplication(<FormScreen />, service());
    await userEvent.upload(await choice(), pdf(''));
    const onward = () => userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await onward();
    await screen.findByRole('link', { name: /Die Datei „a.pdf“ wird nicht mitgesendet/ });
    await onward();
    await screen.findByRole('heading', { level: 1, name: /Seite Hund/ });
  });

  it('of another page are named with their page before the summary, and lead there', async () => {
    const { application } = await showApplication(<FormScreen />, service());
    await userEvent.upload(await choice(), pdf('x'));
    await screen.findByRole('button', { name: /^Erneut versuchen/ });
    const filling = application.getSnapshot().children.form;
    filling?.send({ type: 'page.chosen', page: 'p2' });
    await screen.findByRole('heading', { level: 1, name: /Seite Hund/ });
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await userEvent.click(await screen.findByRole('link', { name: /^Seite „Nachweise“: Die Datei „a.pdf“/ }));
    await screen.findByRole('heading', { level: 1, name: /Nachweise/ });
    await waitFor(async () => expect(document.activeElement).toBe(await choice()));
  });
});
