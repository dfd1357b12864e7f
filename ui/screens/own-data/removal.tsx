import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectIsRemoving } from '#machines/ownData/ownData.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { hrefOf } from '../shared/paths.ts';
import { type OwnDataActor, useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';

/** The question before a sent application is removed from the portal, what that means, and what became of it. */
export function Removal({ actor }: { actor: OwnDataActor }) {
  const { t } = useTranslation('ownData');
  const locale = useLocale();
  const removing = useSelector(actor, selectIsRemoving);
  const { kept, removed, problem } = useSelector(actor, ({ context }) => context);
  const told = useFocus<HTMLDivElement>(removed !== null);
  const chosen = kept?.chosen ?? null;
  if (removed) {
    return (
      <Alert ref={told} tone="success" live="polite" title={t('removal.done', { service: removed.service })}>
        <p>{t('removal.doneText')}</p>
        <TicketOf ticket={removed.ticketNumber} />
      </Alert>
    );
  }
  if (!chosen) {
    return (
      <Alert title={t('removal.missing')}>
        <p>{t('removal.missingText')}</p>
      </Alert>
    );
  }
  if (chosen.why !== null) {
    return (
      <Alert tone="warning" live="polite" title={t('removal.stays', { service: chosen.service })}>
        <p>{t(`why.${chosen.why}`)}</p>
      </Alert>
    );
  }
  return (
    <Stack narrow>
      <ProblemAlert problem={problem} title={t('removal.failed')} safe={t('safe')} takeFocus />
      <Lead>{t('removal.lead', { service: chosen.service, area: chosen.area })}</Lead>
      <Prose>
        <TicketOf ticket={chosen.ticketNumber} />
        <p>{t('removal.goes')}</p>
        <p>{t('removal.authority')}</p>
        <p>{t('removal.news')}</p>
      </Prose>
      <Actions>
        <Button danger busy={removing} onClick={() => actor.send({ type: 'removal.confirmed' })}>
          {t('removal.ok')}
        </Button>
        <LinkButton variant="secondary" href={hrefOf.account(locale)}>
          {t('removal.cancel')}
        </LinkButton>
      </Actions>
    </Stack>
  );
}

function TicketOf({ ticket }: { ticket: string | null }) {
  const { t } = useTranslation('ownData');
  if (ticket === null) return null;
  return (
    <p>
      {t('removal.number')} <strong className="sp-ticket">{ticket}</strong>
    </p>
  );
}
