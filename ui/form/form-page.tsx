import type { ReactNode } from 'react';
import { PageAreaAlert } from './area-alert.tsx';
import { Components } from './components.tsx';
import type { FormStore } from './store.ts';
import { FormStoreProvider } from './use-form.ts';

/**
 * One page (panel) of a form without its heading, errors and buttons, which belong to the screen.
 * @param page key of the panel
 * @param otherPlace the way to another place, where an address is outside the authority's area
 */
export function FormPage({
  store,
  page,
  otherPlace,
}: {
  store: FormStore;
  page: string;
  otherPlace?: ReactNode;
}) {
  const panel = store.getSnapshot().form.components.find(({ key }) => key === page);
  return (
    <FormStoreProvider value={store}>
      <div className="sp-form" key={page}>
        {panel && <Components components={panel.components} />}
        {panel && <PageAreaAlert panel={panel} otherPlace={otherPlace} />}
      </div>
    </FormStoreProvider>
  );
}
