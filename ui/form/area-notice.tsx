import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { areaMissed } from '#forms/area.ts';
import { fieldsOf } from '#forms/components.ts';
import type { ComponentOf } from '#forms/types.ts';
import { Alert } from '#ui/kit/alert.tsx';
import type { FormView } from './store.ts';
import { useFormView } from './use-form.ts';

/** Says that an address on the page seems to be another authority's; it keeps nobody from going on. */
export function AreaNotice({ panel, otherPlace }: { panel: ComponentOf<'panel'>; otherPlace?: ReactNode }) {
  const { t } = useTranslation('form');
  const fields = useMemo(
    () => fieldsOf(panel.components).filter(({ properties }) => properties?.check === 'inArea'),
    [panel],
  );
  const missed = useMemo(
    () =>
      ({ evaluation: { data } }: FormView) =>
        fields.find((field) => areaMissed(field, data[field.key]) !== undefined)?.key,
    [fields],
  );
  const key = useFormView(missed);
  const field = fields.find((it) => it.key === key);
  if (field === undefined) return null;
  return (
    <Alert tone="warning" title={t('area.title', { area: field.properties?.area?.name })} live="polite">
      <p>{t('area.text', { area: field.properties?.area?.name })}</p>
      {otherPlace && <p>{otherPlace}</p>}
    </Alert>
  );
}
