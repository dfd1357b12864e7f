import { expect, it } from 'vitest';
import { toUserData } from './elster-user-data.ts';

it.each([
  ['Einzelunternehmen', 'single'],
  ['e. K.', 'single'],
  ['e.Kfr.', 'single'],
  ['e.Kfm.', 'single'],
  ['GbR', 'gbr'],
  ['eGbR', 'gbr'],
  ['Gesellschaft bürgerlichen Rechts', 'gbr'],
  ['OHG', 'ohg'],
  ['Offene Handelsgesellschaft', 'ohg'],
  ['KG', 'kg'],
  ['Kommanditgesellschaft', 'kg'],
  ['GmbH', 'gmbh'],
  ['Gesellschaft mit beschränkter Haftung', 'gmbh'],
  ['UG', 'ug'],
  ['UG (haftungsbeschränkt)', 'ug'],
  ['Unternehmergesellschaft (haftungsbeschränkt)', 'ug'],
  ['GmbH & Co. KG', 'other'],
  ['Aktiengesellschaft', 'other'],
  ['constructor', 'other'],
])('the legal form %s is %s, and stays as it is written', (legalFormName, legalForm) => {
  expect(toUserData({ legalForm: legalFormName })).toEqual({ legalForm, legalFormName });
});
