import { describe, expect, it } from 'vitest';
import { foreignCharacters } from './characters.ts';
import { tidyText } from './tidy-text.ts';

const tidy = (text: string, type: Parameters<typeof tidyText>[0]['type'] = 'textfield') =>
  tidyText({ type }, text);

describe('a typed text', () => {
  it.each([
    ['Er sagte „Ja“ – sofort.', 'Er sagte "Ja" - sofort.'],
    ['Don’t “quote” ‘me’', 'Don’t "quote" \'me’'],
    ['und so weiter …', 'und so weiter ...'],
    ['• Punkt', '- Punkt'],
    ['Holstenstraße 1–3', 'Holstenstraße 1-3'],
    ['Müller‑Lüdenscheid', 'Müller-Lüdenscheid'],
    ['−5 °C', '-5 °C'],
  ])('%j has the signs of DIN 91379', (typed, tidied) => {
    expect(tidy(typed)).toBe(tidied);
    expect(foreignCharacters(tidied, 'C')).toEqual([]);
  });

  it.each([
    ['Te\u00a0st', 'Te st'],
    ['Te\u202fst', 'Te st'],
    ['Te\u200bst', 'Test'],
    ['Te\u00adst', 'Test'],
    ['\ufeffTest\u200e', 'Test'],
    ['Te\u0007st', 'Test'],
    ['Te\u{e0041}st', 'Test'],
    ['\u202aTest\u202c', 'Test'],
    ['Smith\t', 'Smith'],
    ['Smith\tJones', 'Smith Jones'],
    ['Smith\nJones', 'Smith Jones'],
    ['  Ayşe Gül ', 'Ayşe Gül'],
    ['\u3000', ''],
  ])('%j has nothing that its writer cannot see', (typed, tidied) => {
    expect(tidy(typed)).toBe(tidied);
    expect(foreignCharacters(tidied, 'A')).toEqual([]);
  });

  it('of many lines keeps them', () => {
    expect(tidy('one\n\ttwo\u2028three\x0bfour\n', 'textarea')).toBe('one\n\ttwo\nthree\nfour');
  });

  it('stays as it is where it has nothing of that', () => {
    for (const text of ['', 'Müller', "O'Neill", 'a\nb', 'İlknur', 'Te\u0301st', '«Ja»', '’s-Hertogenbosch'])
      expect(tidy(text, 'textarea'), text).toBe(text);
  });

  it('is refused as before where DIN 91379 has no such sign', () => {
    expect(foreignCharacters(tidy('→ 😀 „Ja“'), 'C')).toEqual(['→', '😀']);
    expect(foreignCharacters(tidy('„Otto“'), 'A')).toEqual(['"']);
  });

  it('that is an e-mail address loses only what cannot be seen', () => {
    expect(tidy('\u200bada@example.org\u00a0', 'email')).toBe('ada@example.org');
    expect(tidy('a–b@example.org', 'email')).toBe('a–b@example.org');
  });

  it('that was chosen, not typed, stays', () => {
    expect(tidy(' – ', 'radio')).toBe(' – ');
    expect(tidy(' 01/02/2000', 'day')).toBe(' 01/02/2000');
  });
});

it('an e-mail address has no spaces, and a town no postcode before it', () => {
  expect(tidy(' ada @example.org ', 'email')).toBe('ada@example.org');
  expect(tidy('ada@ example. org', 'email')).toBe('ada@example.org');
  const town = (typed: string) =>
    tidyText({ type: 'textfield', properties: { autocomplete: 'address-level2' } }, typed);
  expect(['24103 Kiel', 'D-24103  Kiel', 'D 24103 Kiel', ' 24103 Kiel'].map(town)).toEqual(
    Array(4).fill('Kiel'),
  );
  expect(['24103', 'Kiel 24103', '2410 Kiel', 'Kiel'].map(town)).toEqual([
    '24103',
    'Kiel 24103',
    '2410 Kiel',
    'Kiel',
  ]);
  expect(tidy('24103 Kiel')).toBe('24103 Kiel');
});
