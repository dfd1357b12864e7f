import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { controlProps, FieldMessages, type FieldProps, OptionalMark } from './field.tsx';

/** A field of several controls: a fieldset with its legend. */
export function FieldGroup({ children, ...field }: FieldProps & { children: ReactNode }) {
  const { 'aria-describedby': describedBy } = controlProps(field);
  return (
    <fieldset
      className={classes('kern-fieldset', 'sp-field', field.error !== undefined && 'sp-field--error')}
      id={`${field.id}-group`}
      aria-describedby={describedBy}
    >
      <legend className="kern-label">
        {field.label}
        {field.optional && <OptionalMark />}
      </legend>
      <FieldMessages {...field} />
      <div className="sp-control">{children}</div>
    </fieldset>
  );
}
