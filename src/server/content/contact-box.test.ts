import { expect, test } from 'vitest';
import { authorityFor, contactBoxOf } from './contact-box.ts';
import type { Authority } from './types.ts';

const authority: Authority = {
  id: 'kiel',
  name: { de: 'Kiel', en: 'Kiel' },
  street: 'Musterstraße',
  streetNumber: '1',
  postbox: '11 52',
  postalCode: '24103',
  city: 'Kiel',
  phoneNumber: '1',
  fax: '2',
  email: 'a@kiel.example',
  website: 'https://kiel.example/',
};

test('the fields of an authority are the first of their kind', () => {
  expect(contactBoxOf(authority, 'de')).toEqual({
    addresses: [
      {
        kind: 'house',
        street: 'Musterstraße',
        streetNumber: '1',
        postbox: '11 52',
        postalCode: '24103',
        city: 'Kiel',
      },
    ],
    emails: [{ email: 'a@kiel.example' }],
    faxes: [{ number: '2' }],
    links: [{ url: 'https://kiel.example/' }],
    services: [],
    telephones: [{ number: '1' }],
  });
});

test('the further ones follow, with what they are for in the language of the page', () => {
  const label = { de: 'Termine', en: 'Appointments' };
  const box = contactBoxOf(
    {
      ...authority,
      contactBox: {
        addresses: [{ kind: 'postbox', label, postbox: '3', postalCode: '24099', city: 'Kiel' }],
        emails: [{ label, email: 'b@kiel.example' }],
        faxes: [{ number: '4' }],
        links: [{ label, url: 'https://kiel.example/b' }],
        services: [{ label, url: 'https://termine.kiel.example/' }],
        telephones: [{ label, number: '5' }, { number: '6' }],
      },
    },
    'en',
  );
  expect(box.addresses[1]).toEqual({
    kind: 'postbox',
    label: 'Appointments',
    postbox: '3',
    postalCode: '24099',
    city: 'Kiel',
  });
  expect(box.emails[1]).toEqual({ label: 'Appointments', email: 'b@kiel.example' });
  expect(box.faxes).toEqual([{ number: '2' }, { number: '4' }]);
  expect(box.links[1]).toEqual({ label: 'Appointments', url: 'https://kiel.example/b' });
  expect(box.services).toEqual([{ label: 'Appointments', url: 'https://termine.kiel.example/' }]);
  expect(box.telephones).toEqual([{ number: '1' }, { label: 'Appointments', number: '5' }, { number: '6' }]);
});

test('an authority that has only a postbox has no way for letters besides', () => {
  const { street: _s, streetNumber: _n, phoneNumber: _p, ...rest } = authority;
  const box = contactBoxOf(rest, 'de');
  expect(box.addresses).toEqual([{ kind: 'postbox', postbox: '11 52', postalCode: '24103', city: 'Kiel' }]);
  expect(box.telephones).toEqual([]);
});

test('a way that is for some services is not shown with others, and what it is for is told to nobody', () => {
  const everybody = { number: '2' };
  const dogs = { for: ['hundesteuer'], number: '3' };
  const both = {
    ...authority,
    contactBox: {
      telephones: [everybody, dogs],
      faxes: [{ for: ['hundesteuer'], number: '4' }],
      emails: [{ for: ['hundesteuer'], email: 'dogs@kiel.example' }],
      links: [{ for: ['hundesteuer'], url: 'https://kiel.example/dogs' }],
      services: [
        { label: { de: 'Hund', en: 'Dog' }, for: ['hundesteuer'], url: 'https://dogs.kiel.example/' },
      ],
    },
  };
  const ways = (slug: string) => {
    const { telephones, faxes, emails, links, services } = contactBoxOf(authorityFor(both, slug), 'de');
    return [telephones, faxes, emails, links, services].map((list) => list.length);
  };
  const others = ways('wohngeld');
  expect(ways('hundesteuer')).toEqual(others.map((count) => count + 1));
  expect(JSON.stringify(contactBoxOf(both, 'de'))).not.toContain('"for"');
  expect(authorityFor(authority, 'wohngeld')).toBe(authority);
});
