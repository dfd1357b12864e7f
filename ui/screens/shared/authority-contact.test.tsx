import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { authority } from '../testing/answers.ts';
import { withContactBox } from '../testing/contact-box.ts';
import { showPublic } from '../testing/show-public.tsx';
import { AuthorityContact } from './authority-contact.tsx';

afterEach(cleanup);

const many = withContactBox(authority, {
  telephones: [{ number: '+49 431 116', label: 'Termine' }],
  services: [{ label: 'Termin vereinbaren', url: 'https://kiel.example/termin' }],
});

it('names every way to reach an authority, and where people want to go on the first of each kind', async () => {
  await showPublic(<AuthorityContact authority={many} />);
  expect(screen.getByText('+49 431 116')).toBeTruthy();
  expect(screen.getByText('Termin vereinbaren')).toBeTruthy();
  cleanup();
  await showPublic(<AuthorityContact authority={many} isShort />);
  expect(screen.getByText('+49 431 115')).toBeTruthy();
  expect(screen.queryByText('+49 431 116')).toBeNull();
  expect(screen.queryByText('Termin vereinbaren')).toBeNull();
  expect(screen.getByText('Montag bis Freitag 8 bis 12 Uhr')).toBeTruthy();
});
