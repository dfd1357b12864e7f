import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';

/** Texts that people of the administration or builders of the portal read. */
const notForApplicants = ['drawing', 'flows', 'machines', 'operations', 'workshop'];

/** Advice after which something may be gone: a page loaded anew, a window closed, a cookie deleted. */
const ADVICE: Record<(typeof locales)[number], RegExp> = {
  de: /[Ll]aden Sie (die Seite|sie)\b|löschen Sie im Browser|[Ss]chließen Sie (dieses|das) Fenster|Fenster schließen/,
  en: /\b[Rr]eload (the|this) page|delete the cookies|[Cc]lose (this|the|all) window|close it yourself/,
};

/** Words by which a text itself says what is lost. */
const WARNS: Record<(typeof locales)[number], RegExp> = {
  de: /weg, was nicht gespeichert ist|lässt sich nicht mehr öffnen|können Sie sie noch ansehen/,
  en: /not saved is gone|cannot be opened any more|still look at/,
};

/** Advice that destroys nothing, and why. */
const HARMLESS: Readonly<Record<string, string>> = {
  'errors.next.network': 'a page that shows nothing else',
  'errors.next.internal': 'a page that shows nothing else',
  'login.outcome.withdrawn': 'the session goes on; the browser asks before it drops unsaved entries',
  'redirect.close.title': 'a window that was opened for the login or the payment',
  'redirect.close.text': 'a window that was opened for the login or the payment',
  'redirect.close.button': 'a window that was opened for the login or the payment',
  'redirect.close.byHand': 'a window that was opened for the login or the payment',
  'redirect.wait.text': 'a window that was opened for the payment; the other stays open',
  'redirect.login.ask.unasked': 'a window that a link from elsewhere has opened',
  'redirect.stage.sent.account': 'everything is in the personal area',
  'redirect.stage.sending.account': 'everything is in the personal area',
  'kit.dialog.close': 'a button of a dialog',
  'feedback.thanks.text': 'the feedback is stored',
  'waiting.resend': 'the browser sends again what was entered',
  'errors.reload': 'a button of a page that shows nothing else',
  'login.outcome.reload': 'the browser asks before it drops unsaved entries',
  'withoutScript.how.reload': 'a page that shows nothing else',
};

const textsOf = (texts: object, before: string): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[`${before}.${name}`, text] as [string, string]]
      : textsOf(text, `${before}.${name}`),
  );

it.each(locales)('advice says what it destroys, or destroys nothing (%s)', (locale) => {
  const all = readdirSync(`locales/${locale}`)
    .map((file) => file.replace('.json', ''))
    .filter((name) => !notForApplicants.includes(name))
    .flatMap((name) =>
      textsOf(JSON.parse(readFileSync(`locales/${locale}/${name}.json`, 'utf8')) as object, name),
    );
  const advice = all.filter(([, text]) => ADVICE[locale].test(text));
  expect(advice.length).toBeGreaterThan(5);
  const unclear = advice.filter(([key, text]) => !(key in HARMLESS) && !WARNS[locale].test(text));
  expect(unclear).toEqual([]);
});
