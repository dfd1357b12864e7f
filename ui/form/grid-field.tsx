import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '#forms/components.ts';
import { fewestRows } from '#forms/data.ts';
import { fieldId, getValue } from '#forms/paths.ts';
import { MAX_ROWS } from '#forms/shape.ts';
import type { FieldError, GridComponent } from '#forms/types.ts';
import type { RemovedRow } from '#machines/form/form.types.ts';
import { Button } from '#ui/kit/button.tsx';
import { FieldMessages } from '#ui/kit/field.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { errorText, rowTitle } from './error-text.ts';
import type { FieldViewProps } from './field-props.ts';
import type { FormView } from './store.ts';
import { useFormLocale, useFormStore, useFormView } from './use-form.ts';

/**
 * datagrid, editgrid: one card per row. After adding, the focus is on the new card's heading; after removing, on the
 * note that says so, from where the row can be put back.
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
  const locale = useFormLocale();
  const { count, error, removed } = useGrid(path);
  const keys = useRowKeys(count);
  const box = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    const element = wanted && box.current?.querySelector<HTMLElement>(`#${wanted}`);
    if (!element) return;
    element.focus();
    setWanted(undefined);
  }, [wanted]);
  const { maxLength = MAX_ROWS } = component.validate ?? {};
  const id = fieldId(path);
  const message = error && errorText(error, component, t, locale);
  const removedNote = removed && (
    <RemovedRowNote
      key="removed"
      id={`${id}-removed`}
      component={component}
      removed={removed}
      onRestore={() => {
        keys.insert(removed.index);
        store.restoreRow();
        setWanted(titleId(id, Math.min(removed.index, count)));
      }}
    />
  );
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
          <Fragment key={key}>
            {removed?.index === index && removedNote}
            <section className="sp-grid-row" aria-labelledby={titleId(id, index)}>
              <div className="sp-grid-row__header">
                <h3 className="sp-grid-row__title" id={titleId(id, index)} tabIndex={-1}>
                  <RowTitle component={component} path={path} index={index} />
                </h3>
                {count > fewestRows(component) && (
                  <Button
                    variant="quiet"
                    icon="delete"
                    onClick={() => {
                      keys.remove(index);
                      store.removeRow(path, index);
                      setWanted(`${id}-removed`);
                    }}
                  >
                    {t('grid.remove')}
                    <VisuallyHidden>
                      : <RowTitle component={component} path={path} index={index} />
                    </VisuallyHidden>
                  </Button>
                )}
              </div>
              {renderRow(`${path}[${index}].`)}
            </section>
          </Fragment>
        ))}
        {removed && removed.index >= count && removedNote}
        {count < maxLength && (
          <div>
            <Button
              id={id}
              variant="secondary"
              icon="add"
              onClick={() => {
                store.addRow(path);
                setWanted(titleId(id, count));
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

/**
 * Id of a row's heading. The index is last, because the ids of the row's fields go on after theirs: one of them may be
 * called "title".
 */
const titleId = (id: string, index: number): string => `${id}-title-${index}`;

/** The heading of a row; it alone is rendered again while the name is typed. */
function RowTitle({ component, path, index }: FieldViewProps<GridComponent> & { index: number }) {
  const { t } = useTranslation('form');
  const locale = useFormLocale();
  return useFormView((view) =>
    rowTitle(component, index, getValue(view.data, `${path}[${index}]`), t, locale),
  );
}

/** The note about the removed row, and the way back. */
function RemovedRowNote({
  id,
  component,
  removed,
  onRestore,
}: {
  id: string;
  component: GridComponent;
  removed: RemovedRow;
  onRestore: () => void;
}) {
  const { t } = useTranslation('form');
  const name = rowTitle(component, removed.index, removed.row, t, useFormLocale());
  return (
    <div className="sp-grid-removed">
      <span id={id} tabIndex={-1}>
        {t('grid.removed', { name })}
      </span>
      <Button variant="quiet" onClick={onRestore}>
        {t('grid.restore')}
        <VisuallyHidden>: {name}</VisuallyHidden>
      </Button>
    </div>
  );
}

type GridState = { count: number; error: FieldError | undefined; removed: RemovedRow | null };

/** The number of rows alone: typing in one row does not render the others again. */
function useGrid(path: string): GridState {
  const select = useMemo(
    () =>
      (view: FormView): GridState => ({
        count: rowsOf(getValue(view.data, path)).length,
        error: view.shownErrors.find((one) => one.path === path),
        removed: view.removedRow?.path === path ? view.removedRow : null,
      }),
    [path],
  );
  return useFormView(select, sameGrid);
}

function sameGrid(a: GridState, b: GridState): boolean {
  return a.count === b.count && a.error?.rule === b.error?.rule && a.removed === b.removed;
}

/**
 * Keys for the rows that stay with them when an earlier row goes or comes back, so that half-typed input stays in its
 * row.
 */
function useRowKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  const highest = Math.max(-1, ...keys);
  const missing = Array.from({ length: Math.max(0, count - keys.length) }, (_, at) => highest + 1 + at);
  const list = [...keys.slice(0, count), ...missing];
  if (list.length !== keys.length) setKeys(list);
  return {
    list,
    remove: (index: number) => setKeys(list.filter((_, at) => at !== index)),
    insert: (index: number) => setKeys(list.toSpliced(index, 0, highest + missing.length + 1)),
  };
}
