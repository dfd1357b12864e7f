import { useTranslation } from 'react-i18next';
import { Combobox } from '#ui/kit/combobox.tsx';

/** What somebody wants to do, in own words. */
export function QueryInput({ defaultValue }: { defaultValue: string }) {
  const { t } = useTranslation('search');
  return (
    <Combobox
      name="q"
      type="search"
      enterKeyHint="search"
      label={t('what.label')}
      hint={t('what.hint')}
      defaultValue={defaultValue}
      options={[]}
      listLabel={t('what.found')}
      count={t('what.count', { count: 0 })}
      onType={() => undefined}
      onPick={({ label }) => label}
    />
  );
}
