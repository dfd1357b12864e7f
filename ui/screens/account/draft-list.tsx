import { useTranslation } from 'react-i18next';
import type { DraftView } from '#contract/personal-area.ts';
import type { MailChoice } from '#machines/drafts/drafts.types.ts';

import { LinkButton } from '#ui/kit/button.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { CardGrid, Stack } from '#ui/kit/layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { DraftCard } from './draft-card.tsx';

/** Drafts as cards; the way to begin if there are none. */
export function DraftList({
  drafts,
  text,
  moreAreClosed,
  mailChoice,
  mailsSaved,
  onDelete,
  onMails,
}: {
  drafts: readonly DraftView[];
  /** Words that the list was narrowed by. */
  text: string;
  /** A login at a higher trust level would list more drafts. */
  moreAreClosed: boolean;
  mailChoice: MailChoice | null;
  /** Id of the draft whose last choice about e-mails is saved. */
  mailsSaved: string | null;
  onDelete: (draft: DraftView) => void;
  onMails: (choice: MailChoice) => void;
}) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  return (
    <Stack>
      <SectionHeading>{t('drafts.title')}</SectionHeading>
      {drafts.length === 0 && text !== '' ? (
        <p>{t('filter.noDraft', { text })}</p>
      ) : drafts.length === 0 ? (
        <>
          <p>{t(moreAreClosed ? 'drafts.emptyHere' : 'drafts.empty')}</p>
          <div>
            <LinkButton href={hrefOf.home(locale)} icon="search">
              {t('begin')}
            </LinkButton>
          </div>
        </>
      ) : (
        <CardGrid>
          {drafts.map((draft) => (
            <li key={draft.id}>
              <DraftCard
                draft={draft}
                wantsMails={mailChoice?.id === draft.id ? mailChoice.wanted : draft.mail?.wanted === true}
                mailsAreSaved={mailsSaved === draft.id}
                onDelete={() => onDelete(draft)}
                onMails={(wanted) => onMails({ id: draft.id, wanted })}
              />
            </li>
          ))}
        </CardGrid>
      )}
    </Stack>
  );
}
