import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectKeptHasFailed, selectKeptIsLoading } from '#machines/ownData/ownData.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { hrefOf } from '../shared/paths.ts';
import { type OwnDataActor, useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { Overview } from './overview.tsx';
import { Removal } from './removal.tsx';

/** The page below its heading, in each of its states. */
export function OwnData({ actor }: { actor: OwnDataActor }) {
  const { t } = useTranslation('ownData');
  const locale = useLocale();
  const loading = useSelector(actor, selectKeptIsLoading);
  const failed = useSelector(actor, selectKeptHasFailed);
  const { application, kept, problem } = useSelector(actor, ({ context }) => context);
  return (
    <>
      {loading && <Skeleton size="page" />}
      {failed && (
        <Stack>
          <ProblemAlert problem={problem} title={t('failed')} safe={t('safe')} />
          <div>
            <Button icon="autorenew" onClick={() => actor.send({ type: 'list.refreshRequested' })}>
              {t('retry')}
            </Button>
          </div>
        </Stack>
      )}
      {!loading &&
        !failed &&
        kept &&
        (application === null ? <Overview actor={actor} /> : <Removal actor={actor} />)}
      <p>
        <Link quiet href={hrefOf.account(locale)}>
          {t('back')}
        </Link>
      </p>
    </>
  );
}
