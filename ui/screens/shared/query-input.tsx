import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '#contract/content.ts';
import type { Place } from '#contract/shapes.ts';

import {
  selectHighlighted,
  selectSuggestingHasFailed,
  selectSuggestions,
} from '#machines/search/search.selectors.ts';
import { Combobox } from '#ui/kit/combobox.tsx';
import { hrefOfFound } from './found-href.ts';
import { useLocale, usePortalTools, useSearchActor } from './portal-context.tsx';

/**
 * The field for the question what a person wants to do, in their own words. A suggestion leads straight to its page, at
 * the chosen place.
 */
export function QueryInput({ defaultValue, place }: { defaultValue: string; place: Place | null }) {
  const { t } = useTranslation('search');
  const { t: errors } = useTranslation('errors');
  const locale = useLocale();
  const { navigate } = usePortalTools();
  const actor = useSearchActor();
  const suggestions = useSelector(actor, selectSuggestions);
  const highlighted = useSelector(actor, selectHighlighted);
  const failed = useSelector(actor, selectSuggestingHasFailed);
  const count = suggestions.length;

  function follow(suggestion: SearchResult): void {
    actor.send({ type: 'suggestion.picked', suggestion });
    const href = hrefOfFound(suggestion, { locale, query: suggestion.title, place });
    if (/^https?:/.test(href)) window.location.assign(href);
    else navigate(href);
  }
  return (
    <Combobox
      name="q"
      type="search"
      enterKeyHint="search"
      label={t('what.label')}
      hint={t('what.hint')}
      defaultValue={defaultValue}
      options={suggestions.map(({ type, id, title, titleLang }) => ({
        key: `${type} ${id}`,
        label: title,
        lang: titleLang,
        note: type === 'service' ? undefined : t(`types.${type}`),
      }))}
      active={highlighted}
      listLabel={t('what.found')}
      status={count > 0 ? t('what.count', { count }) : failed ? errors('catalogue.search') : null}
      onType={(query) => actor.send({ type: 'query.typed', query, locale })}
      onMove={(step) => actor.send({ type: 'highlight.moved', step })}
      onOpen={(query) => actor.send({ type: 'suggestions.opened', query, locale })}
      onClose={() => actor.send({ type: 'suggestions.closed' })}
      onPick={(index) => {
        const suggestion = suggestions[index];
        if (suggestion) follow(suggestion);
        return suggestion?.title ?? '';
      }}
    />
  );
}
