import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '#forms/components.ts';
import { areaMissed } from '#forms/office.ts';
import type { ComponentOf } from '#forms/types.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { useFormView } from './use-form.ts';

/** Says that an address on the page seems to be another authority's; it keeps nobody from going on. */
export function PageAreaAlert({
  panel,
  otherPlace,
}: {
  panel: ComponentOf<'panel'>;
  otherPlace?: ReactNode;
}) {
  const fields = fieldsOf(panel.components).filter(({ properties }) => properties?.check === 'inArea');
  const area = useFormView(
    ({ evaluation: { data } }) =>
      fields.find((field) => areaMissed(field, data[field.key]) !== undefined)?.properties?.area?.name,
  );
  return area === undefined ? null : <AreaAlert area={area} otherPlace={otherPlace} />;
}

/**
 * The alert itself, for any screen that reads the address.
 * @param area name of the area of the authority
 * @param otherPlace the way to the authority of another place, where the application may still change it
 */
export function AreaAlert({ area, otherPlace }: { area: string; otherPlace?: ReactNode }) {
  const { t } = useTranslation('form');
  return (
    <Alert tone="warning" title={t('area.title', { area })} live="polite">
      <p>{t('area.text', { area })}</p>
      {otherPlace}
    </Alert>
  );
}
