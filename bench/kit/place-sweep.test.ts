import { expect, it } from 'vitest';
import { demonstrationContent } from '#model-tests/http/public-addresses.ts';
import { sweepPlaces } from './place-sweep.ts';

const content = demonstrationContent();

it('every service at every place of the demonstration content leads on, and no place is decided for anybody', () => {
  const sweep = sweepPlaces(content);
  expect(sweep).toMatchObject({ deadEnds: [], silentFirstHits: [], sameNames: [], wrongAuthorities: [] });
  expect(sweep.services).toBe(content.services.size);
  expect(sweep.sharedPostcodes).toBeGreaterThan(5);
  const { authority, choice, stateWide } = sweep.outcomes;
  expect(authority + choice + stateWide).toBe(sweep.texts * sweep.services);
  expect(choice).toBeGreaterThan(sweep.sharedPostcodes * sweep.services - 1);
});

it('sees what leads nowhere: a service without texts and authority, a municipality that no text means', () => {
  const [service] = content.services.values();
  const [area] = [...content.areas.values()].filter(({ ars }) => ars.length === 12);
  const mute = { ...service!, texts: {}, responsibilities: [] };
  const nameless = { ...area!, name: '!', localities: [], postalCodes: [] };
  const broken = sweepPlaces({
    ...content,
    services: new Map([[mute.leiKaId, mute]]),
    areas: new Map([[nameless.ars, nameless]]),
  });
  expect(broken.deadEnds).toEqual([`${mute.slug} at ${nameless.ars}`, '!']);
});
