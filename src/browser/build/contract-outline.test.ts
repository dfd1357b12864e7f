import { expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { outlineOf } from './contract-outline.ts';

it('keeps every call with method and address, and says which have a body, and which windows make by themselves', () => {
  const outline = outlineOf(calls);
  expect(Object.keys(outline)).toEqual(Object.keys(calls));
  expect(outline.saveProgress).toEqual({ method: 'PUT', path: '/api/process/{id}/progress', body: true });
  expect(outline.getVersion).toEqual({ method: 'GET', path: '/api', unattended: true });
  expect(outline.submitProcess).toEqual({ method: 'PUT', path: '/api/process/{id}/submit' });
});
