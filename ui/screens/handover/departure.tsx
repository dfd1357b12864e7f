import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectIsHandingOver } from '#machines/handover/handover.selectors.ts';
import { selectAccount } from '#machines/session/session.selectors.ts';
import { Actions, Alternatives, Button, LinkButton } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { Details } from '#ui/kit/details.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useSession } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useLoginProviders } from '../shared/settings-context.tsx';
import { useLogIn } from '../shared/use-log-in.ts';
import type { HandoverActor } from './handover-actor.ts';

/** Advice to log in first: people find the application again here, and can hand over their name. */
function LogInBefore() {
  const { t } = useTranslation('handover');
  const logIn = useLogIn();
  const providers = useLoginProviders();
  if (providers.length === 0) return null;
  return (
    <Details summary={t('departure.logIn')}>
      <Alternatives>
        {providers.map(({ id, name }) => (
          <Button key={id} variant="secondary" icon="account" onClick={() => logIn({ providerId: id })}>
            {t('departure.logInAt', { provider: name })}
          </Button>
        ))}
      </Alternatives>
    </Details>
  );
}

/**
 * The portal that runs the application, the data that is handed over, and the question whether the person wants to go
 * there.
 */
export function Departure({ actor }: { actor: HandoverActor }) {
  const { t } = useTranslation(['handover', 'common']);
  const locale = useLocale();
  const account = useSession(selectAccount);
  const { departure, withPerson, problem } = useSelector(actor, ({ context }) => context);
  const going = useSelector(actor, selectIsHandingOver);
  if (!departure) return null;
  const { service, area, receiver, person, leiKaId } = departure;
  return (
    <>
      <TitledHeading takeFocus caption={t('departure.caption', { service, area: area.name })}>
        {t('departure.heading', { portal: receiver })}
      </TitledHeading>
      <ProblemAlert problem={problem} title={t('departure.failed')} safe={t('departure.safe')} />
      <Lead>{t('departure.text')}</Lead>
      <SectionHeading>{t('departure.handed')}</SectionHeading>
      <DescriptionList
        items={[
          { key: 'service', term: t('departure.service'), value: service },
          { key: 'place', term: t('departure.place'), value: area.name },
          { key: 'language', term: t('departure.language'), value: t(`common:languages.${locale}`) },
        ]}
      />
      {person && (
        <Checkbox
          id="handed-person"
          label={t('departure.person')}
          hint={t(person.address ? 'departure.personHint' : 'departure.personHintNoAddress', person)}
          checked={withPerson}
          disabled={going}
          onChange={(isIncluded) => actor.send({ type: 'person.included', isIncluded })}
        />
      )}
      <p>{t('departure.nothingElse')}</p>
      <p>{t(account ? 'departure.listed' : 'departure.notListed')}</p>
      {!account && <LogInBefore />}
      <Actions>
        <Button
          icon="arrow-forward"
          iconAtEnd
          busy={going}
          onClick={() => actor.send({ type: 'departure.confirmed' })}
        >
          {t(going ? 'departure.going' : 'departure.go')}
        </Button>
        <LinkButton variant="secondary" href={hrefOf.service(locale, leiKaId, { area: area.key })}>
          {t('departure.stay')}
        </LinkButton>
      </Actions>
    </>
  );
}
