import { afterEach, expect, it, vi } from 'vitest';
import { closeProviderWindow, leadProviderWindow, openProviderWindow } from './provider-window.ts';

afterEach(() => {
  closeProviderWindow();
  vi.restoreAllMocks();
});

/** The window that the browser opens, as far as this page reaches it. */
function opening(closed = false) {
  const provider = { opener: window as unknown, closed, location: { href: '/waiting' }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(provider as unknown as Window);
  expect(openProviderWindow('/waiting')).toBe(true);
  return provider;
}

it('the provider’s page cannot reach back into the application', () => {
  const provider = opening();
  leadProviderWindow('https://pay.example/1');
  expect(provider).toMatchObject({ opener: null, location: { href: 'https://pay.example/1' } });
});

it('a window that the person has closed is led nowhere', () => {
  const provider = opening(true);
  leadProviderWindow('https://pay.example/1');
  expect(provider.location.href).toBe('/waiting');
});

it('the window is closed once, when nothing is to be paid in it any more', () => {
  const provider = opening();
  closeProviderWindow();
  closeProviderWindow();
  leadProviderWindow('https://pay.example/1');
  expect(provider.close).toHaveBeenCalledOnce();
  expect(provider.location.href).toBe('/waiting');
});

it('says that the browser opened none', () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  expect(openProviderWindow('/waiting')).toBe(false);
});
