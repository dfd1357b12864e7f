import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { type KeptKind, keptKinds } from '#domain/kept-kind.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Button } from '#ui/kit/button.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { HigherLevel } from '../account/higher-level.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { pageHref } from '../shared/paths.ts';
import { type OwnDataActor, useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { LoginOnceMore } from './login-once-more.tsx';

/** Everything that is kept, the copy of it, and the deletion of all of it. */
export function Overview({ actor }: { actor: OwnDataActor }) {
  const { t } = useTranslation('ownData');
  const locale = useLocale();
  const { kept, recentUntil, problem } = useSelector(actor, ({ context }) => context);
  if (!kept) return null;
  const isRecent = recentUntil !== null;
  return (
    <Stack gap="large">
      <Stack>
        <ProblemAlert problem={problem} title={t('erase.failed')} takeFocus />
        <Lead>{t('lead')}</Lead>
        {kept.isCompany && <Alert title={t('company')} />}
        <HigherLevel closed={kept.closed} />
      </Stack>
      <Stack>
        <SectionHeading>{t('kept.title')}</SectionHeading>
        <DescriptionList items={keptKinds.map((kind) => ({ key: kind, ...described(kind) }))} />
        <Prose>
          <p>
            {t('kept.intro')} <Link href={pageHref(locale, 'privacy')}>{t('kept.privacy')}</Link>.
          </p>
        </Prose>
      </Stack>
      {!isRecent && <LoginOnceMore />}
      {isRecent && <Copy />}
      <Stack>
        <SectionHeading>{t('single.title')}</SectionHeading>
        <Prose>
          <p>{t('single.text')}</p>
        </Prose>
      </Stack>
      {isRecent && (
        <Stack>
          <SectionHeading>{t('erase.title')}</SectionHeading>
          <Prose>
            <p>{t('erase.text')}</p>
            <p>{t('erase.authority')}</p>
          </Prose>
          <div>
            <Button
              variant="secondary"
              danger
              icon="delete"
              onClick={() => actor.send({ type: 'erasure.requested' })}
            >
              {t('erase.button')}
            </Button>
          </div>
        </Stack>
      )}
      <EraseDialog actor={actor} />
    </Stack>
  );

  function described(kind: KeptKind) {
    const count = kept!.counts[kind] ?? 0;
    return {
      term: t(`kept.${kind}.term`),
      value: (
        <>
          <strong>{count === 0 ? t('kept.none') : t('kept.count', { count })}</strong>
          <br />
          {t(`kept.${kind}.text`)}
        </>
      ),
    };
  }
}

/** The copy to download. */
function Copy() {
  const { t } = useTranslation('ownData');
  const { copyHref } = useApplicationTools();
  const locale = useLocale();
  return (
    <Stack>
      <SectionHeading>{t('copy.title')}</SectionHeading>
      <Prose>
        <p>{t('copy.text')}</p>
      </Prose>
      <p>
        <Link quiet href={`${copyHref}?lang=${locale}`}>
          <Icon name="download" />
          {t('copy.download')}
        </Link>
      </p>
    </Stack>
  );
}
