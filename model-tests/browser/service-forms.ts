import { randomUUID } from 'node:crypto';
import type { Locale } from '#domain/locale.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import { formioForms } from '#server/engines/formio/testing/forms.ts';
import { demonstrationAnswers } from '../forms/demonstration-answers.ts';
import type { ServiceName } from '../http/applications.ts';

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;

/** The form of a demonstration service with its texts in a language. */
export function formOf(service: ServiceName, locale: Locale): FormDefinition {
  const form = formioForms(content).get(service);
  if (!form) throw new Error(`${service} has no form`);
  return form[locale];
}

/** Complete answers to the form of a service; the caller uploads the files. */
export function answersTo(service: ServiceName): FormData {
  const file = (name: string) => ({ id: randomUUID(), name, size: 700, type: 'application/pdf' });
  const answers = demonstrationAnswers({ today: new Date(), file })[service];
  if (!answers) throw new Error(`no answers for ${service}`);
  return answers;
}

/** The title of a service as a person sees it. */
export function titleOf(service: ServiceName, locale: Locale): string {
  return serviceOf(service).title[locale];
}

export const leiKaIdOf = (service: ServiceName): string => serviceOf(service).leiKaId;

function serviceOf(name: ServiceName) {
  const found = [...content.services.values()].find(({ slug }) => slug === name);
  if (!found) throw new Error(`${name} is not there`);
  return found;
}

/** The address of an authority at the delivery service. */
export function destinationOf(authority: string): string {
  const found = content.authorities.get(authority);
  if (!found?.destinationId) throw new Error(`${authority} receives no applications`);
  return found.destinationId;
}
