import { expect, it } from 'vitest';
import { contents } from './contents.ts';
import { section } from './parts.ts';

it('the contents of a page lead to each of its parts, by their headings', () => {
  const parts = [section('open-payments', 'A & B'), section('queues', 'Queues')];
  const { text } = contents(parts, 'en');
  expect([...text.matchAll(/href="#([\w-]+)">([^<]*)</g)].map(([, id, title]) => [id, title])).toEqual([
    ['open-payments', 'A &#38; B'],
    ['queues', 'Queues'],
  ]);
  expect(text).toContain('On this page: 2 sections');
});
