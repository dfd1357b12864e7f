import { dequal } from 'dequal/lite';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type Locale, localeOf } from '#domain/locale.ts';
import { parsePath, valueAt } from '#forms/paths.ts';
import type { FieldError, FormValue } from '#forms/types.ts';
import type { FormStore, FormView } from './store.ts';

const StoreContext = createContext<FormStore | null>(null);

/** Provides the store to the fields below. */
export const FormStoreProvider = StoreContext.Provider;

/** The language of the screen. */
export function useFormLocale(): Locale {
  const { i18n } = useTranslation();
  return localeOf(i18n.language);
}

export function useFormStore(): FormStore {
  const store = use(StoreContext);
  if (!store) throw new Error('no FormStoreProvider');
  return store;
}

/**
 * Selects a part of the view. The component renders again only when that part differs by `same`, so a keystroke renders
 * only its own field and the parts that depend on it. A `select` that makes a new object must itself stay the same.
 */
export function useFormView<T>(select: (view: FormView) => T, same: (a: T, b: T) => boolean = Object.is): T {
  const store = useFormStore();
  const read = useMemo(() => {
    let last: { value: T } | undefined;
    return () => {
      const value = select(store.getSnapshot());
      if (!last || !same(last.value, value)) last = { value };
      return last.value;
    };
  }, [store, select, same]);
  return useSyncExternalStore(store.subscribe, read, read);
}

export type FieldState = {
  value: FormValue;
  /** The first error that may be shown. */
  error: FieldError | undefined;
};

/** Value and error of one field; calculated values come from the rules, others are as typed. */
export function useField(path: string, calculated = false): FieldState {
  const select = useMemo(() => {
    const parts = parsePath(path);
    return (view: FormView): FieldState => ({
      value: valueAt(calculated ? view.evaluation.data : view.data, parts),
      error: view.shownErrors.find((error) => error.path === path),
    });
  }, [path, calculated]);
  return useFormView(select, sameField);
}

/** True while the conditions hide a component; `path` is its data path (or key, for layout). */
export function useHidden(path: string): boolean {
  return useFormView((view) => view.evaluation.hidden.has(path));
}

/** Compares the contents: the rules create new objects for unchanged values. */
function sameField(a: FieldState, b: FieldState): boolean {
  return dequal(a.value, b.value) && sameError(a.error, b.error);
}

function sameError(a: FieldError | undefined, b: FieldError | undefined): boolean {
  return a === b || (a?.rule === b?.rule && a?.message === b?.message && dequal(a?.params, b?.params));
}
