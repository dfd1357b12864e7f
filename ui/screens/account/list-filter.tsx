import { useTranslation } from 'react-i18next';
import type { ListAsked } from '#machines/drafts/drafts.types.ts';
import { Button } from '#ui/kit/button.tsx';
import { controlProps, Field } from '#ui/kit/field.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { hrefOfList } from './list-href.ts';

const kinds = ['all', 'drafts', 'sent'] as const;

/** Narrows the lists, by links and a plain form: what is asked for is in the address. */
export function ListFilter({ asked: { kind, text } }: { asked: ListAsked }) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const field = { id: 'list-text', label: t('filter.text'), hint: t('filter.hint') };
  return (
    <search aria-label={t('filter.title')}>
      <Stack>
        <form action={hrefOf.account(locale)} className="sp-stack sp-stack--tight sp-measure">
          <Field {...field}>
            <input
              // Another address has another text.
              key={text}
              {...controlProps(field)}
              name="q"
              type="search"
              maxLength={200}
              autoComplete="off"
              defaultValue={text}
              className="kern-form-input__input"
            />
          </Field>
          {kind !== 'all' && <input type="hidden" name="kind" value={kind} />}
          <div className="sp-actions">
            <Button type="submit" variant="secondary" icon="search">
              {t('filter.find')}
            </Button>
            {text !== '' && (
              <Link quiet href={hrefOfList(locale, { kind })}>
                {t('filter.clear')}
              </Link>
            )}
          </div>
        </form>
        <ul className="sp-chips" aria-label={t('filter.kinds')}>
          {kinds.map((one) => (
            <li key={one}>
              <a
                className="sp-chip"
                href={hrefOfList(locale, { kind: one, text })}
                aria-current={one === kind ? 'true' : undefined}
              >
                {one === kind && <Icon name="check" size="small" />}
                {t(one === 'all' ? 'filter.all' : `${one}.title`)}
              </a>
            </li>
          ))}
        </ul>
      </Stack>
    </search>
  );
}
