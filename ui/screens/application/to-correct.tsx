import { useTranslation } from 'react-i18next';
import { fieldsOf } from '#forms/components.ts';
import type { FormDefinition } from '#forms/types.ts';
import { Alert } from '#ui/kit/alert.tsx';

/** List of the fields that the person wanted to correct on this page, which itself looks as ever. */
export function ToCorrect({ keys, definition }: { keys: readonly string[]; definition: FormDefinition }) {
  const { t } = useTranslation('application');
  const fields = fieldsOf(definition.components).filter(({ key }) => keys.includes(key));
  return (
    <Alert title={t('form.toCorrect')}>
      <ul>
        {fields.map(({ key, label }) => (
          <li key={key}>{label}</li>
        ))}
      </ul>
    </Alert>
  );
}
