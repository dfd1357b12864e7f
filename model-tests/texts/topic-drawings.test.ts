import { expect, it } from 'vitest';
import { drawingOf } from '#server/content/topic-drawings.ts';
import { demonstrationContent } from '../http/public-addresses.ts';

const folder = drawingOf('folder');

it('draws a folder for a name that it does not know', () => {
  expect(folder).toMatch(/^M[\d.\sa-zA-Z-]+z$/);
  expect(drawingOf('unheard-of')).toBe(folder);
});

it('draws every topic and life situation of the demonstration', () => {
  const { topics, lifeSituations } = demonstrationContent();
  const icons = [...topics.values(), ...lifeSituations.values()].map(({ icon }) => icon);
  expect(icons.length).toBeGreaterThan(10);
  for (const icon of icons) expect(drawingOf(icon), icon).not.toBe(folder);
});
