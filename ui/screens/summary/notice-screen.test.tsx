import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { NoticeScreen } from './notice-screen.tsx';

provideWindow();

describe('the electronic notice', () => {
  const offered = process({ status: 'COMPLETED' }, { noticeAllowed: true, hasPostbox: true });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [
      'before midnight in Germany',
      '2026-11-20T22:30:00Z',
      'Freitag, 20. November 2026',
      'Dienstag, 24. November 2026',
    ],
    ['after it', '2026-11-20T23:30:00Z', 'Samstag, 21. November 2026', 'Mittwoch, 25. November 2026'],
    [
      'at the end of the year',
      '2026-12-30T12:00:00Z',
      'Mittwoch, 30. Dezember 2026',
      'Sonntag, 3. Januar 2027',
    ],
  ])('says %s when a notice of today counts as announced', async (_, now, available, announced) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    await showApplication(<NoticeScreen />, { process: offered });
    const example = await screen.findByText(/^Beispiel/);
    expect(example.textContent).toContain(`heute in Ihr Postfach (${available})`);
    expect(example.textContent).toContain(`als bekannt gegeben (${announced})`);
  });

  it('names its own subject, where it goes, and what goes on without a choice', async () => {
    await showApplication(<NoticeScreen />, { process: offered });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Bescheid/);
    expect(screen.getByText(/^Der Bescheid ist der Brief/).textContent).toContain('Bescheinigung');
    const electronic = screen.getByRole('radio', { name: /^Elektronisch, in mein Postfach/ });
    expect(electronic).toHaveProperty('checked', true);
    expect(screen.getByText(/^Wenn Sie nicht widersprechen/).textContent).toContain('Einwilligung');
  });
});
