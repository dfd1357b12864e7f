import i18next from 'i18next';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PageSettings, SETTINGS_ID } from '#contract/settings.ts';
import { inspection } from './inspected.ts';
import { INSPECTED } from './inspected-key.ts';

// Files of one process share their modules: those of this one have the stand-ins, those of the next one do not.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

const inspectWindow = vi.hoisted(() => vi.fn());
vi.mock('./sender.ts', () => ({ inspectWindow }));

function open(address: string, allowed: PageSettings['inspection']) {
  history.replaceState(null, '', address);
  document.body.innerHTML = `<script type="application/json" id="${SETTINGS_ID}">${JSON.stringify({ inspection: allowed })}</script>`;
  return inspection(i18next);
}
const here = () => `${location.pathname}${location.search}`;
const allowed = { viewer: null };
const inspect = () => undefined;

beforeEach(() => {
  inspectWindow.mockResolvedValue(inspect);
});
afterEach(() => {
  sessionStorage.clear();
  inspectWindow.mockReset();
});

it('begins where the address asks for it and the server permits it, and corrects the address', async () => {
  expect(await open('/suche?q=hund&inspect', allowed)).toBe(inspect);
  expect(inspectWindow).toHaveBeenCalledWith(allowed, i18next);
  expect(here()).toBe('/suche?q=hund');
});

it('goes on over further pages, until it is switched off', async () => {
  await open('/?inspect', allowed);
  sessionStorage.setItem(INSPECTED, 'window 1');
  expect(await open('/hilfe', allowed)).toBe(inspect);
  expect(sessionStorage.getItem(INSPECTED)).toBe('window 1');
  expect(await open('/hilfe?inspect', allowed)).toBe(inspect);
  expect(sessionStorage.getItem(INSPECTED)).toBe('window 1');
  expect(await open('/?inspect=off', allowed)).toBeUndefined();
  expect(here()).toBe('/');
  expect(await open('/', allowed)).toBeUndefined();
});

it('does nothing without permission, whatever was permitted before', async () => {
  expect(await open('/?inspect', null)).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
  sessionStorage.setItem(INSPECTED, '');
  expect(await open('/', null)).toBeUndefined();
  expect(inspectWindow).not.toHaveBeenCalled();
});

it('does nothing in any other window', async () => {
  expect(await open('/', allowed)).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});

it('leaves the page as it is for everybody when its code cannot be loaded', async () => {
  inspectWindow.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await open('/?inspect', allowed)).toBeUndefined();
});
