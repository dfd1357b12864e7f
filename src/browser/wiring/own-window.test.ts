import { beforeEach, expect, it, vi } from 'vitest';

/** A page of a window: the module as it is loaded anew with each page. */
async function openPage() {
  vi.resetModules();
  return import('./own-window.ts');
}
beforeEach(() => sessionStorage.clear());

it('a page has one name, and knows no other before it', async () => {
  const page = await openPage();
  const { window } = page.ownWindow();
  expect(window).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([page.ownWindow(), page.windowHeader()]).toEqual([{ window }, window]);
});

it('the next page of a window names the one before it', async () => {
  const before = await openPage();
  const { window: after } = before.ownWindow();
  before.passOn();
  const page = await openPage();
  const { window } = page.ownWindow();
  expect(window).not.toBe(after);
  expect([page.ownWindow(), page.windowHeader()]).toEqual([{ window, after }, `${window},${after}`]);
});

it('a copy of the window does not pass for its next page', async () => {
  const before = await openPage();
  before.passOn();
  const page = await openPage();
  page.ownWindow();
  // A copied window has what is stored for this one at that moment.
  const copy = await openPage();
  expect(copy.ownWindow()).not.toHaveProperty('after');
});

it('a page that comes back from the history names the one that came last', async () => {
  const first = await openPage();
  const { window } = first.ownWindow();
  first.passOn();
  const second = await openPage();
  const { window: after } = second.ownWindow();
  second.passOn();
  first.resume();
  expect(first.ownWindow()).toEqual({ window, after });
});
