import { expect, test } from 'vitest';
import { softHyphens } from './soft-hyphens.ts';

test.each([
  ['Abgeschlossenheitsbescheinigung beantragen', 'Abgeschlossenheits|bescheinigung beantragen'],
  ['Schwerbehindertenausweis', 'Schwerbehinderten|ausweis'],
  ['Melderegisterauskunft', 'Melderegister|auskunft'],
  ['Niederlassungserlaubnisse verlängern', 'Niederlassungs|erlaubnisse verlängern'],
  ['Grundstücksverkehrsgenehmigungsverfahren', 'Grundstücksverkehrsgenehmigungs|verfahren'],
])('%s can be broken between its parts', (heading, broken) => {
  expect(softHyphens(heading).replaceAll('\u00ad', '|')).toBe(broken);
});

test.each(['Bewohnerparkausweis', 'Führungszeugnis', 'Apply for a residence permit'])(
  '%s fits into a line and stays as it is',
  (heading) => {
    expect(softHyphens(heading)).toBe(heading);
  },
);
