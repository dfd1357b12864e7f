import { createInstance, type TFunction } from 'i18next';
import { type Locale, locales } from '#domain/locale.ts';
import drawingDe from '#locales/de/drawing.json' with { type: 'json' };
import flowsDe from '#locales/de/flows.json' with { type: 'json' };
import paymentDe from '#locales/de/payment.json' with { type: 'json' };
import resultDe from '#locales/de/result.json' with { type: 'json' };
import rulesDe from '#locales/de/rules.json' with { type: 'json' };
import summaryDe from '#locales/de/summary.json' with { type: 'json' };
import workflowDe from '#locales/de/workflow.json' with { type: 'json' };
import workshopDe from '#locales/de/workshop.json' with { type: 'json' };
import drawingEn from '#locales/en/drawing.json' with { type: 'json' };
import flowsEn from '#locales/en/flows.json' with { type: 'json' };
import paymentEn from '#locales/en/payment.json' with { type: 'json' };
import resultEn from '#locales/en/result.json' with { type: 'json' };
import rulesEn from '#locales/en/rules.json' with { type: 'json' };
import summaryEn from '#locales/en/summary.json' with { type: 'json' };
import workflowEn from '#locales/en/workflow.json' with { type: 'json' };
import workshopEn from '#locales/en/workshop.json' with { type: 'json' };
import type { TextOf } from './words.ts';

const instance = createInstance();
await instance.init({
  lng: 'de',
  supportedLngs: [...locales],
  fallbackLng: false,
  ns: ['workshop', 'drawing', 'flows', 'rules', 'workflow', 'payment', 'result', 'summary'],
  defaultNS: 'workshop',
  resources: {
    de: {
      workshop: workshopDe,
      drawing: drawingDe,
      flows: flowsDe,
      rules: rulesDe,
      workflow: workflowDe,
      payment: paymentDe,
      result: resultDe,
      summary: summaryDe,
    },
    en: {
      workshop: workshopEn,
      drawing: drawingEn,
      flows: flowsEn,
      rules: rulesEn,
      workflow: workflowEn,
      payment: paymentEn,
      result: resultEn,
      summary: summaryEn,
    },
  },
  interpolation: { escapeValue: false },
  returnNull: false,
});

export type WorkshopTexts = TFunction<'workshop'>;

/** The workshop's own texts. Both languages are there at once: a table names states in both. */
export const textsIn = (locale: Locale): WorkshopTexts => instance.getFixedT(locale, 'workshop');

/** The text of a key with its namespace, such as `flows:login.idle`; undefined when there is none. */
export const textOf = (locale: Locale): TextOf => {
  const t = instance.getFixedT(locale) as unknown as (key: string, values: object) => string;
  return (key, values = {}) => (instance.exists(key, { lng: locale }) ? t(key, values) : undefined);
};
