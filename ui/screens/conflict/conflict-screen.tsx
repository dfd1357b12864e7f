import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectConflictFlow } from '#machines/application/application.selectors.ts';
import {
  selectConflict,
  selectIsUnavailable,
  selectMissing,
  selectProblem,
} from '#machines/conflict/conflict.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { NotSent } from '../summary/not-sent.tsx';
import type { ConflictActor } from './conflict-actor.ts';
import { ConflictDecision } from './conflict-decision.tsx';

/**
 * The account says otherwise than the form: the screen shows both, and the person decides (spec section 2, conflict
 * screen).
 */
export function ConflictScreen() {
  const conflict = useSelector(useApplication(), selectConflictFlow);
  return conflict ? <OpenConflict flow={conflict as ConflictActor} /> : null;
}

function OpenConflict({ flow }: { flow: ConflictActor }) {
  const { t } = useTranslation('conflict');
  const conflict = useSelector(flow, selectConflict);
  const problem = useSelector(flow, selectProblem);
  const unavailable = useSelector(flow, selectIsUnavailable);
  const isMissing = useSelector(flow, (snapshot) => selectMissing(snapshot).length > 0);
  const context = conflict?.source?.providerId;
  // Most people will have a choice: then nothing moves after loading.
  const mayChoose = conflict?.differences.some(({ locked }) => !locked) ?? true;
  const isOutdated = problem?.code === 'version-conflict' || problem?.code === 'input-invalid';
  return (
    <ApplicationLayout title={t('title')} hasErrors={isMissing}>
      <Stack narrow>
        <ProblemAlert problem={problem} {...(isOutdated && { title: t('changed') })} safe={t('safe')} />
        <Stack gap="small">
          <PageHeading takeFocus>{t('heading')}</PageHeading>
          <Lead>{t(mayChoose ? 'lead' : 'differs', { context })}</Lead>
          {mayChoose && <p>{t('moved')}</p>}
        </Stack>
        <NotSent />
        {unavailable && (
          <div>
            <Button onClick={() => flow.send({ type: 'retry.requested' })}>{t('retry')}</Button>
          </div>
        )}
        {!unavailable && !conflict && <Skeleton size="page" />}
        {!unavailable && conflict && <ConflictDecision flow={flow} conflict={conflict} />}
      </Stack>
    </ApplicationLayout>
  );
}
