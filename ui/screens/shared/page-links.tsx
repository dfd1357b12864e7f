import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/kit/button.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

type Look = Pick<ComponentProps<typeof LinkButton>, 'variant' | 'icon' | 'children'>;

/** The way to the start page, rarely the first one. */
export function HomeLink({ variant = 'secondary' }: Pick<Look, 'variant'>) {
  const { t } = useTranslation('common');
  return (
    <LinkButton variant={variant} icon="home" href={hrefOf.home(useLocale())}>
      {t('toHome')}
    </LinkButton>
  );
}

/** The way to the personal area. */
export const AreaLink = (look: Look) => <LinkButton {...look} href={hrefOf.account(useLocale())} />;

/** The way to the search. */
export const SearchLink = (look: Look) => (
  <LinkButton icon="search" {...look} href={hrefOf.search(useLocale())} />
);
