import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Properties that every field of the kit has. */
export type FieldProps = {
  /** Id of the control for labels, error links and tests; unique on the page. */
  id: string;
  label: ReactNode;
  /** Text below the label, read with the field. */
  hint?: ReactNode;
  /** Message that says what is wrong and how to correct it; its presence makes the field invalid. */
  error?: string | undefined;
  /** The field is optional and marked with a word; required fields are not marked. */
  optional?: boolean | undefined;
};
/** Attributes that connect a control to its hint and its error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** The attributes for the control of a field, including additional descriptions. */
export function controlProps(
  { id, hint, error }: FieldProps,
  ...described: (string | false)[]
): ControlProps {
  const by = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`, ...described];
  return {
    id,
    'aria-describedby': by.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
}

/** "(optional)" after a label. */
export function OptionalMark() {
  const { t } = useTranslation('kit');
  return <span className="kern-label__optional"> {t('field.optional')}</span>;
}

/** Messages of a field in the order in which they are read: hint, then error, then the control. */
export function FieldMessages({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const { t } = useTranslation('kit');
  return (
    <>
      {hint !== undefined && (
        <div className="kern-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p className="sp-error" id={`${id}-error`}>
          <Icon name="danger" />
          <span>
            <VisuallyHidden>{t('field.errorPrefix')} </VisuallyHidden>
            {error}
          </span>
        </p>
      )}
    </>
  );
}

/** A field: label above, hint below the label, error above the control. Children are the control. */
export function Field({ children, ...field }: FieldProps & { children: ReactNode }) {
  return (
    <div className={classes('sp-field', field.error !== undefined && 'sp-field--error')}>
      <label className="kern-label" htmlFor={field.id}>
        {field.label}
        {field.optional && <OptionalMark />}
      </label>
      <FieldMessages {...field} />
      <div className="sp-control">{children}</div>
    </div>
  );
}
