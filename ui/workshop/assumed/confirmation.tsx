import type { ConfirmedRule } from '#domain/confirmed-rule.ts';
import { languageTag } from '#domain/locale.ts';
import { useReading } from '../reading-context.ts';

/** How far the confirmation of an assumed rule has come. */
export const standings = ['open', 'confirmed', 'changed'] as const;
export type Standing = (typeof standings)[number];

/** A rule that is worded differently since counts as not confirmed. */
export const standingOf = (confirmed: ConfirmedRule | undefined): Standing =>
  confirmed === undefined ? 'open' : confirmed.isPresent ? 'confirmed' : 'changed';

/** The confirmation of a rule: by whom and when, and whether the rule still says the same. */
export function Confirmation({ of }: { of: ConfirmedRule | undefined }) {
  const { t, locale } = useReading();
  if (of === undefined) return <span className="ws-quiet ws-screen">{t('assumed.standing.open')}</span>;
  const day = new Intl.DateTimeFormat(languageTag[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(of.on),
  );
  return (
    <>
      {t('assumed.by', { by: of.by, day })}
      {!of.isPresent && (
        <p className="ws-fault">
          {t('assumed.changed')} <q>{of.wording}</q>
        </p>
      )}
      {of.note !== null && <p className="ws-quiet">{of.note}</p>}
    </>
  );
}
