import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/content.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { hrefOf, toResults } from '../shared/paths.ts';
import { PlaceChoices } from '../shared/place-choices.tsx';
import { useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { SearchBox } from '../shared/search-box.tsx';
import { LanguageNotes } from './language-notes.tsx';
import { Corrections, NothingFound, WhereToBegin } from './nothing-found.tsx';
import { OfferedPlace } from './offered-place.tsx';
import { ResultCount } from './result-count.tsx';
import { ResultKinds } from './result-kinds.tsx';
import { ResultList } from './result-list.tsx';
import { ResultPages } from './result-pages.tsx';
import { Results } from './results.tsx';
import { queryOf } from './search-query.ts';

/** Search: the query stays on top, the results below, and help when there are none (spec section 2). */
export function SearchScreen({ answer }: { answer: SearchAnswer }) {
  const { t } = useTranslation('search');
  const { t: errors } = useTranslation('errors');
  const locale = useLocale();
  const asked = answer.query !== '';
  const nothing = answer.results.length === 0;
  return (
    <PortalLayout
      title={asked ? t('titleOf', { query: answer.query }) : t('title')}
      description={t('description')}
    >
      <Stack>
        <PageHeading>{t('title')}</PageHeading>
        <SearchBox query={answer.query} place={answer.place} placeText={answer.placeQuery} />
        <Results>
          <PlaceChoices
            {...answer}
            hrefFor={({ key }) =>
              toResults(hrefOf.search(locale, { ...queryOf(answer), place: undefined, area: key }))
            }
          />
          {answer.incomplete && (
            <Alert tone="danger" title={errors('catalogue.search')}>
              <p>{t('incomplete')}</p>
            </Alert>
          )}
          {!asked && nothing && <WhereToBegin place={answer.place} />}
          {(asked || !nothing) && (
            <>
              <ResultKinds answer={answer} />
              <ResultCount answer={answer} />
              <LanguageNotes answer={answer} />
              <OfferedPlace answer={answer} />
              {nothing ? (
                <NothingFound answer={answer} />
              ) : (
                <>
                  <Corrections answer={answer} />
                  <ResultList answer={answer} />
                  <ResultPages answer={answer} />
                </>
              )}
            </>
          )}
        </Results>
      </Stack>
    </PortalLayout>
  );
}
