import { describe, expect, it } from 'vitest';
import type { FormServerState } from '#server/ports/form-server.ts';
import { lip } from './engine.ts';
import { createLipServer } from './server.ts';
import { serverKeys } from './testing/form-server.ts';

const form = {
  fmsType: 'LIP',
  definition: { formId: 'licence', fields: { name: { account: 'familyName' }, plate: {} } },
} as const;
const german = lip.open(form, 'de');
const english = lip.open(form, 'en');

const { config } = serverKeys();
const server = createLipServer({ ...config, url: 'https://forms.example' }, 'https://portal.example');
const which = { processId: 'p', caseId: 'c' };
const certificate = {
  id: '9b6c9d7e-2f1a-4c3b-8d5e-6f7a8b9c0d1e',
  path: 'proof',
  label: { de: 'Zeugnis', en: 'Certificate' },
  name: 'a.pdf',
  size: 7,
  type: 'application/pdf',
  sha256: 'a'.repeat(64),
};
const page = (title: string, label: string) => ({
  key: 'person',
  title,
  rows: [{ path: 'name', label, value: 'Claussen', kind: 'text' as const, level: 0 }],
});
const told: FormServerState = {
  formId: 'licence',
  revision: 3,
  page: 'person',
  complete: true,
  data: { name: 'Claussen', nested: { b: 1, a: 2 } },
  files: [certificate],
  faults: [],
  summary: { de: [page('Person', 'Name')], en: [page('You', 'Surname')] },
  feeCents: 6000,
  lastInput: null,
};
const upload = { id: 'u', name: 'a.pdf', size: 7, type: 'application/pdf' };
const store = (state: Partial<FormServerState> = {}, uploads = [{ ...certificate, value: upload }]) =>
  server.toStore(which, { ...told, ...state }, uploads, german.begin({ familyName: 'C.' }, null).data);

it('knows the e-mail address by the field that the account can fill in', () => {
  const fields = { work: {}, own: { account: 'email' } } as const;
  const mails = lip.open({ fmsType: 'LIP', definition: { formId: 'licence', fields } }, 'de');
  expect(mails.ownMail(store({ data: { work: 'w@example.com', own: 'a@example.com' } }))).toBe(
    'a@example.com',
  );
  expect(mails.ownMail(store({ data: { work: 'w@example.com', own: ' ' } }))).toBeNull();
  expect(german.ownMail(store())).toBeNull();
});

it('knows the applicant by the fields that the account can fill in', () => {
  expect(german.applicant(store())).toBe('Claussen');
  expect(german.applicant(store({ data: { name: ' ' } }))).toBeNull();
  expect(german.applicant(german.begin({ familyName: 'C.' }, null).data)).toBeNull();
});

describe('a new application', () => {
  it('hands in what the account says to the fields that may be filled from it', () => {
    const { data, faults } = german.begin({ familyName: 'Claussen', email: 'c@example.org' }, null);
    expect(data).toMatchObject({ prefill: { name: 'Claussen' }, told: null });
    expect(faults).toEqual([]);
  });

  it('takes from another site only what the form names, as text', () => {
    const { data, faults } = german.begin({ familyName: 'Claussen' }, { name: 'C', plate: 'KI-A 1' });
    expect(data).toMatchObject({ prefill: { name: 'C', plate: 'KI-A 1' } });
    expect(faults).toEqual([]);
    const wrong = german.begin({}, { iban: 'DE', plate: { is: 'no text' }, name: 'x'.repeat(501) }).faults;
    expect(wrong.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      'iban unknown',
      'plate characters',
      'name characters',
    ]);
    expect(german.begin({}, { constructor: 'x' }).faults).toHaveLength(1);
  });

  it('cannot be closed before the form server has told that it is complete', () => {
    const { data } = german.begin({}, null);
    expect(german.check(data).faults).toEqual([{ path: '', rule: 'required', page: '', label: '' }]);
    expect(german.summary(data)).toEqual([]);
    expect(german.check(store({ complete: false })).faults).toHaveLength(1);
    expect(german.check(store()).faults).toEqual([]);
  });

  it('names what is wrong in the language of the page', () => {
    const faults = [{ path: 'name', page: 'person', label: { de: 'Name', en: 'Surname' }, rule: 'required' }];
    const data = store({ complete: false, faults });
    expect(german.check(data).faults).toEqual([
      { path: 'name', page: 'person', label: 'Name', rule: 'required' },
    ]);
    expect(english.check(data).faults[0]?.label).toBe('Surname');
  });
});

describe('what is stored', () => {
  it('gives the summary in both languages, the fee and the values', () => {
    const data = store();
    expect(german.summary(data)[0]?.rows[0]?.label).toBe('Name');
    expect(english.summary(data)[0]?.rows[0]?.label).toBe('Surname');
    expect(german.fee(data)).toBe(6000);
    expect(german.values(data)).toEqual({ data: told.data, files: [{ path: 'proof', ...upload }] });
    expect(english.files(data)).toEqual([{ path: 'proof', label: 'Certificate', file: upload }]);
    expect(german.fileIds(data)).toEqual(['u']);
  });

  it('is confirmed whatever the language and the order of its values, and not with another file', () => {
    const text = german.canonical(store());
    expect(english.canonical(store())).toBe(text);
    expect(german.canonical(store({ data: { nested: { a: 2, b: 1 }, name: 'Claussen' }, revision: 9 }))).toBe(
      text,
    );
    expect(german.canonical(store({ data: { name: 'Clausen' } }))).not.toBe(text);
    expect(german.canonical(store({ files: [{ ...certificate, sha256: 'b'.repeat(64) }] }))).not.toBe(text);
  });

  it('leaves out a file that the portal did not take, and cannot be closed with it', () => {
    const data = store({}, []);
    expect(german.files(data)).toEqual([]);
    expect(german.check(data).faults).toEqual([{ path: 'proof', rule: 'file', page: '', label: 'Zeugnis' }]);
    expect(server.storedOf(data)).toEqual({ caseId: 'c', revision: 3, uploads: [] });
    expect(server.storedOf(store()).uploads).toEqual([
      { id: certificate.id, sha256: certificate.sha256, value: upload },
    ]);
  });

  it('takes no file but by the form server', () => {
    expect(german.fileField('proof')).toBeNull();
  });
});

it('says its fee itself, and compares no account', () => {
  const json = { file: 'metadata.json', value: {}, lineOf: () => 7, lineOfText: () => 1 };
  expect(lip.feeOfRule(form, { var: 'data.name' }, [], json).faults).toMatchObject([{ line: 7 }]);
  const settings = { enableDataComparison: true } as Parameters<typeof lip.settingsFaults>[1];
  expect(lip.settingsFaults(form, settings)).toMatchObject([{ key: 'enableDataComparison' }]);
  expect(lip.settingsFaults(form, { ...settings, enableDataComparison: false })).toEqual([]);
});
