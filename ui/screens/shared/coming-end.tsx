import { useTranslation } from 'react-i18next';
import { germanClock } from '#domain/german-time.ts';
import { languageTag } from '#domain/locale.ts';
import {
  selectExtensionHasFailed,
  selectIdleEnd,
  selectIsExtending,
} from '#machines/session/session.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useEndKind } from './end-kind.ts';
import { useLocale, useSession, useSessionActor } from './portal-context.tsx';

/**
 * The quiet reminder before the question whether somebody is still there. It names the time instead of counting, so
 * that a screen reader says it once.
 */
export function ComingEndReminder() {
  const { t } = useTranslation('ending');
  const locale = useLocale();
  const session = useSessionActor();
  const end = useSession(selectIdleEnd) ?? 0;
  const busy = useSession(selectIsExtending);
  const failed = useSession(selectExtensionHasFailed);
  const { time, isElsewhere } = germanClock(new Date(end), languageTag[locale]);
  const { kind, ticket } = useEndKind();
  return (
    <div className="sp-coming-end__text">
      <p>
        <Icon name="info" />
        <span>
          {t(isElsewhere ? 'warning.soon.textInGermanTime' : 'warning.soon.text', { time })}{' '}
          {t(`warning.soon.${kind}`)}{' '}
          {ticket !== undefined && <strong className="sp-ticket">{ticket}</strong>}
          {failed && !busy && ` ${t('warning.idle.failed')}`}
        </span>
      </p>
      <Actions>
        <Button variant="secondary" busy={busy} onClick={() => session.send({ type: 'extension.requested' })}>
          {t('warning.idle.extend')}
        </Button>
      </Actions>
    </div>
  );
}
