import { useTranslation } from 'react-i18next';
import { type RaisedLevel, raisedLevels } from '#domain/trust-level.ts';
import type { PersonalArea } from '#machines/drafts/drafts.types.ts';
import { selectAccount } from '#machines/session/session.selectors.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { Actions } from '#ui/kit/button.tsx';
import { LevelButton } from '../shared/level-button.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { useProviderName } from '../shared/settings-context.tsx';
import { useStepUp } from '../shared/use-step-up.ts';

type Closed = PersonalArea['closed'];

/** The server counts no further. */
const MOST_COUNTED = 1000;

/**
 * The numbers of drafts and sent applications that a login at a higher trust level lists (spec section 6); nothing if
 * none.
 */
export function HigherLevel({ closed }: { closed: Closed }) {
  const { t } = useTranslation('account');
  const account = useSession(selectAccount);
  const countAt = (level: RaisedLevel) => closed.drafts[level] + closed.sent[level];
  const levels = raisedLevels.filter((level) => countAt(level) > 0);
  if (levels.length === 0) return null;
  const count = levels.reduce((sum, level) => sum + countAt(level), 0);
  return (
    <Alert title={count < MOST_COUNTED ? t('higher.title', { count }) : t('higher.many')} headingLevel={2}>
      <p>{t('higher.text', { count })}</p>
      <ul>
        {levels.map((level) => (
          <li key={level}>
            <AtLevel closed={closed} level={level} />
          </li>
        ))}
      </ul>
      <Actions>
        {levels.map((level) => (
          <LevelButton key={level} account={account} variant="secondary" needed={level} />
        ))}
      </Actions>
    </Alert>
  );
}

/** The numbers of applications at a level, and whether this account gets there. */
function AtLevel({ closed, level }: { closed: Closed; level: RaisedLevel }) {
  const { t } = useTranslation(['account', 'level']);
  const account = useSession(selectAccount);
  const way = useStepUp(account, level);
  const provider = useProviderName(account?.providerId);
  const needed = t(`level:name.${level}`);
  const drafts = t('higher.drafts', { count: closed.drafts[level] });
  const count = closed.sent[level];
  const sent = count < MOST_COUNTED ? t('higher.sent', { count }) : t('higher.sentMany');
  const one = closed.drafts[level] > 0 ? drafts : sent;
  const what = closed.drafts[level] > 0 && closed.sent[level] > 0 ? t('higher.both', { drafts, sent }) : one;
  return (
    <>
      {t('higher.at', { level: needed, what })}
      {!way && <> {t('level:unreachable', { provider, needed })}</>}
    </>
  );
}
