import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '#forms/components.ts';
import { fieldId, getValue } from '#forms/paths.ts';
import { MAX_ROWS } from '#forms/shape.ts';
import type { FieldError, GridComponent } from '#forms/types.ts';
import { Button } from '#ui/kit/button.tsx';
import { FieldMessages } from '#ui/kit/field.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { errorText, rowTitle } from './error-text.ts';
import type { FieldViewProps } from './field-props.ts';
import type { FormView } from './store.ts';
import { useFormStore, useFormView } from './use-form.ts';

/**
 * datagrid, editgrid: one card per row. After adding, the focus is on the new card's heading; after removing, on the
 * card that has moved up, or on the add button.
 */
export function GridField({
  component,
  path,
  renderRow,
}: FieldViewProps<GridComponent> & {
  /** Renders the fields of a row, whose data paths begin with the prefix. */
  renderRow: (prefix: string) => ReactNode;
}) {
  const store = useFormStore();
  const { t } = useTranslation('form');
  const { count, error } = useGrid(path);
  const keys = useRowKeys(count);
  const box = useRef<HTMLFieldSetElement>(null);
  const [focusRow, setFocusRow] = useState<number>();
  useEffect(() => {
    if (focusRow === undefined) return;
    const headings = box.current?.querySelectorAll<HTMLElement>('.sp-grid-row__title');
    (headings?.[Math.min(focusRow, count - 1)] ?? box.current?.querySelector('button'))?.focus();
    setFocusRow(undefined);
  }, [focusRow, count]);
  const { minLength = 0, maxLength = MAX_ROWS } = component.validate ?? {};
  const id = fieldId(path);
  const message = error && errorText(error, component, t);
  return (
    <fieldset
      ref={box}
      className="sp-form__fieldset"
      aria-describedby={
        [component.description && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ') ||
        undefined
      }
    >
      <legend className="sp-form__legend">
        <SectionHeading small>{component.label}</SectionHeading>
      </legend>
      <div className="sp-grid-rows">
        {(component.description || message) && (
          <div className="sp-field">
            <FieldMessages id={id} hint={component.description} error={message} />
          </div>
        )}
        {keys.list.map((key, index) => (
          <section className="sp-grid-row" key={key} aria-labelledby={`${id}-${index}-title`}>
            <div className="sp-grid-row__header">
              <h3 className="sp-grid-row__title" id={`${id}-${index}-title`} tabIndex={-1}>
                {rowTitle(component, index, t)}
              </h3>
              {count > minLength && (
                <Button
                  variant="quiet"
                  icon="delete"
                  onClick={() => {
                    keys.remove(index);
                    store.removeRow(path, index);
                    setFocusRow(index);
                  }}
                >
                  {t('grid.remove')}
                  <VisuallyHidden>: {rowTitle(component, index, t)}</VisuallyHidden>
                </Button>
              )}
            </div>
            {renderRow(`${path}[${index}].`)}
          </section>
        ))}
        {count < maxLength && (
          <div>
            <Button
              id={id}
              variant="secondary"
              icon="add"
              onClick={() => {
                store.addRow(path);
                setFocusRow(count);
              }}
            >
              {component.addAnother}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}

type GridState = { count: number; error: FieldError | undefined };

/** Only the number of rows: typing in one row does not render the others again. */
function useGrid(path: string): GridState {
  const select = useMemo(
    () =>
      (view: FormView): GridState => ({
        count: rowsOf(getValue(view.data, path)).length,
        error: view.shownErrors.find((one) => one.path === path),
      }),
    [path],
  );
  return useFormView(select, sameGrid);
}

function sameGrid(a: GridState, b: GridState): boolean {
  return a.count === b.count && a.error?.rule === b.error?.rule;
}

/** A key for each row that stays with it when an earlier row is removed, so that half-typed input stays in its row. */
function useRowKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  const highest = Math.max(-1, ...keys);
  const missing = Array.from({ length: Math.max(0, count - keys.length) }, (_, at) => highest + 1 + at);
  const list = [...keys.slice(0, count), ...missing];
  if (list.length !== keys.length) setKeys(list);
  return { list, remove: (index: number) => setKeys(list.filter((_, at) => at !== index)) };
}
