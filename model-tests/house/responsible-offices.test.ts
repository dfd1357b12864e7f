import { expect, test } from 'vitest';
import { responsibleAuthority } from '#server/content/responsibility.ts';
import { demonstration } from '#server/search/testing/content.ts';

const { content } = demonstration();
const STATE = '01';
const municipalities = [...content.areas.values()].filter(
  ({ ars }) => ars.length === 12 && ars.startsWith(STATE),
);

// A person who has found the service and chosen the place needs an address.
test('in every municipality of the state an office is responsible for every service', () => {
  const without = [...content.services.values()].flatMap(({ slug, leiKaId }) =>
    municipalities
      .filter(({ ars }) => !responsibleAuthority(content, leiKaId, ars))
      .map(({ name }) => `${slug} in ${name}`),
  );
  expect(municipalities.length).toBeGreaterThanOrEqual(70);
  expect(without).toEqual([]);
});
