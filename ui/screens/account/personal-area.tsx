import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { CountByLevel } from '#contract/personal-area.ts';
import { raisedLevels } from '#domain/trust-level.ts';
import { selectListsAreLoading, selectListsHaveFailed } from '#machines/drafts/drafts.selectors.ts';
import { selectAccount } from '#machines/session/session.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useAccountName } from '../shared/account-name.ts';
import { hrefOf } from '../shared/paths.ts';
import { type DraftsActor, useLocale, useSession } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DeletedNote } from './deleted-note.tsx';
import { DraftList } from './draft-list.tsx';
import { HandedOverList } from './handed-over-list.tsx';
import { HigherLevel } from './higher-level.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListedStatus } from './listed-status.tsx';
import { NewsNote } from './news-note.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { RepeatedNote } from './repeated-note.tsx';
import { SavedNote } from './saved-note.tsx';
import { SentList } from './sent-list.tsx';

/** Number of entries that people find something in at a glance. */
const FEW = 5;

const isAny = (counts: CountByLevel): boolean => raisedLevels.some((level) => counts[level] > 0);

/** Both lists with the message about their last change. */
export function PersonalArea({ actor }: { actor: DraftsActor }) {
  const { t } = useTranslation(['account', 'errors', 'following']);
  const locale = useLocale();
  const accountName = useAccountName();
  const account = useSession(selectAccount);
  const loading = useSelector(actor, selectListsAreLoading);
  const failed = useSelector(actor, selectListsHaveFailed);
  const {
    asked,
    drafts,
    sent,
    next,
    previous,
    news = [],
    moreNews = false,
    closed,
    handedOver = [],
    problem,
    deletionProblem,
    mailChoice,
    mailProblem,
    mailsSaved,
    refusal,
    deleted,
    repeating,
    repeated,
    repeatProblem,
  } = useSelector(actor, ({ context }) => context);
  const { kind, text, page } = asked;
  const isFirst = page === 1;
  const isWhole = kind === 'all' && text === '' && isFirst;
  const isLong = Boolean(next || previous) || drafts.length + sent.length > FEW;
  return (
    <>
      {account && (
        <Lead>{t('greeting', { name: accountName(account), level: t(`trust.${account.trustLevel}`) })}</Lead>
      )}
      <DeletedNote service={deleted} />
      <RefusalNote refusal={refusal} />
      <ProblemAlert
        problem={deletionProblem}
        title={t('errors:catalogue.draftDelete')}
        safe={t('delete.failed')}
      />
      <RepeatedNote repeated={repeated} />
      <ProblemAlert
        problem={repeatProblem}
        title={t('following:repeat.failed')}
        safe={t('following:repeat.safe')}
        takeFocus
      />
      <ProblemAlert problem={mailProblem} title={t('drafts.mailsFailed')} safe={t('drafts.mailsAsBefore')} />
      <ListedStatus
        asked={asked}
        counts={loading || failed ? null : { drafts: drafts.length, sent: sent.length }}
      />
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
      {!loading && !failed && (
        <Stack gap="large">
          <SavedNote drafts={drafts} />
          <NewsNote
            news={news}
            isMore={moreNews}
            here={sent}
            onRead={(application) => actor.send({ type: 'course.opened', application })}
          />
          <HigherLevel closed={closed} />
          {(isLong || !isWhole) && <ListFilter asked={asked} />}
          {kind !== 'sent' && isFirst && (
            <DraftList
              drafts={drafts}
              text={text}
              moreAreClosed={isAny(closed.drafts)}
              mailChoice={mailChoice}
              mailsSaved={mailsSaved}
              onMails={(choice) => actor.send({ type: 'mails.chosen', ...choice })}
              onDelete={(draft) => actor.send({ type: 'draft.deleteRequested', draft })}
            />
          )}
          {kind !== 'drafts' && (
            <SentList
              applications={sent}
              asked={asked}
              pages={{ next, previous }}
              moreAreClosed={isAny(closed.sent)}
              someAreElsewhere={handedOver.length > 0}
              repeating={repeating}
              onOpen={(application) => actor.send({ type: 'course.opened', application })}
              onRepeat={(application) => actor.send({ type: 'repeat.requested', application })}
            />
          )}
          {isWhole && <HandedOverList applications={handedOver} />}
        </Stack>
      )}
      <p>
        <Link quiet href={hrefOf.logins(locale)}>
          {t('logins.title')}
        </Link>
      </p>
      <p>
        <Link quiet href={hrefOf.ownData(locale)}>
          {t('ownData')}
        </Link>
      </p>
      <DeleteDialog actor={actor} />
    </>
  );
}
