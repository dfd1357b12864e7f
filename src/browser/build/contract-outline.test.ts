import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { notByBrowsers, outlineOf } from './contract-outline.ts';

it('keeps every call with method and address, and says which have a body, and which windows make by themselves', () => {
  const outline = outlineOf(calls);
  expect(Object.keys(outline)).toEqual(Object.keys(calls));
  expect(outline.saveProgress).toEqual({ method: 'PUT', path: '/api/process/{id}/progress', body: true });
  expect(outline.getVersion).toEqual({ method: 'GET', path: '/api', unattended: true });
  expect(outline.submitProcess).toEqual({ method: 'PUT', path: '/api/process/{id}/submit' });
});

it('leaves out the calls that no code of the browser makes', () => {
  const files = globSync('{src/browser,machines,ui}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.|contract-outline/.test(file),
  );
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const name of notByBrowsers) expect(code).not.toMatch(new RegExp(`\\b${name}\\b`));
  expect(Object.keys(calls)).toEqual(expect.arrayContaining([...notByBrowsers]));
});
