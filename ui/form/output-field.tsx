import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayText } from '#forms/display.ts';
import { fieldId } from '#forms/paths.ts';
import type { CalculableField } from '#forms/types.ts';
import { FieldMessages } from '#ui/kit/field.tsx';
import type { FieldViewProps } from './field-props.ts';
import { useField, useFormLocale } from './use-form.ts';

/** A value that the form calculates; it is shown at once, and announced after a second without changes. */
export function OutputField({ component, path }: FieldViewProps<CalculableField>) {
  const { t } = useTranslation('form');
  const locale = useFormLocale();
  const { value } = useField(path, true);
  const id = fieldId(path);
  const text = displayText(component, value, locale);
  const spoken = useSettled(text, 1000);
  return (
    <div className="sp-field">
      <span className="kern-label" id={`${id}-label`}>
        {component.label}
      </span>
      {component.description && <FieldMessages id={id} hint={component.description} error={undefined} />}
      <output
        className="sp-output sp-control"
        id={id}
        aria-labelledby={`${id}-label`}
        aria-live="off"
        tabIndex={-1}
      >
        {text || t('output.none')}
      </output>
      <span className="kern-sr-only" role="status">
        {spoken && `${component.label}: ${spoken}`}
      </span>
    </div>
  );
}

/** The value after it has not changed for this many milliseconds; nothing before the first change. */
function useSettled(value: string, rest: number): string {
  const [first] = useState(value);
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled((last) => (last === '' && value === first ? '' : value)), rest);
    return () => clearTimeout(timer);
  }, [value, first, rest]);
  return settled;
}
