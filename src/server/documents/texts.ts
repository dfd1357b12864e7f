import type { Locale } from '#domain/locale.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { StatusMachine } from '#domain/status-machine.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import deCommon from '#locales/de/common.json' with { type: 'json' };
import deDocuments from '#locales/de/documents.json' with { type: 'json' };
import deLevel from '#locales/de/level.json' with { type: 'json' };
import dePayment from '#locales/de/payment.json' with { type: 'json' };
import deWorkflow from '#locales/de/workflow.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import enDocuments from '#locales/en/documents.json' with { type: 'json' };
import enLevel from '#locales/en/level.json' with { type: 'json' };
import enPayment from '#locales/en/payment.json' with { type: 'json' };
import enWorkflow from '#locales/en/workflow.json' with { type: 'json' };

/** The documents' own texts, and the names that the screens also use. */
type Texts = typeof deDocuments & {
  methods: Record<PaymentMethod, string>;
  providers: Record<LoginProviderId, string>;
  levels: Record<TrustLevel, string>;
} & States;

/** Names of the states of each status machine. */
type States = {
  [Machine in StatusMachine as `${Machine}States`]: (typeof deWorkflow)[Machine];
};
const statesOf = (texts: typeof deWorkflow): States => ({
  processStates: texts.process,
  submissionStates: texts.submission,
  paymentStates: texts.payment,
  sentApplicationStates: texts.sentApplication,
  mailStates: texts.mail,
  interruptionStates: texts.interruption,
  handInStates: texts.handIn,
  refundStates: texts.refund,
});
const de: Texts = {
  ...deDocuments,
  methods: dePayment.methods,
  providers: deCommon.provider,
  levels: deLevel.name,
  ...statesOf(deWorkflow),
};
const en: Texts = {
  ...enDocuments,
  methods: enPayment.methods,
  providers: enCommon.provider,
  levels: enLevel.name,
  ...statesOf(enWorkflow),
};
/** Name of a text, e.g. `form.title`. */
export type TextKey = {
  [Group in keyof Texts & string]: `${Group}.${keyof Texts[Group] & string}`;
}[keyof Texts & string];

/** Returns a text in one language; `values` fill its {{placeholders}}. */
export type Say = (key: TextKey, values?: Record<string, string | number>) => string;

const TEXTS: Record<Locale, Map<string, string>> = { de: flat(de), en: flat(en) };

function flat(texts: Texts): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([group, members]) =>
    Object.entries(members).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
  );
  return new Map(entries);
}

/** Whether there is a text for a name built from data. */
export function isTextKey(key: string): key is TextKey {
  return TEXTS.de.has(key);
}

/**
 * Returns the texts of the documents in a language. A placeholder without a value throws: a document with a gap must
 * not be handed out.
 */
export function textsOf(locale: Locale): Say {
  return (key, values = {}) => {
    const text = TEXTS[locale].get(key);
    if (text === undefined) throw new Error(`No text ${key} in ${locale}`);
    return text.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`Text ${key} needs a value for ${name}`);
      return String(value);
    });
  };
}
