import { createContext, use } from 'react';
import type { FormStore } from '#ui/form/store.ts';
import type { FormActor } from './portal-context.tsx';

/**
 * Tools that the screens of an application and of the personal area need in addition; public pages do not need them.
 */
export type ApplicationTools = {
  storeOf: (form: FormActor) => FormStore;
  /** Called when the fields of a form are interactive on the screen. */
  formShown: () => void;
  /** The page is being left for another one; the person has already been asked about losing anything. */
  isLeaving: () => boolean;
  /** Address of a document of a process. */
  downloadHref: (processId: string, file: string) => string;
  /** Address of the receipt of a hand-in. */
  handInReceiptHref: (processId: string, handIn: string) => string;
  /** Address of the copy of everything that is kept of the person. */
  copyHref: string;
  /** Address of a picture in small, by the id of its file. */
  previewHref: (processId: string, file: string) => string;
};

const ToolsContext = createContext<ApplicationTools | null>(null);
export const ApplicationToolsProvider = ToolsContext.Provider;

export function useApplicationTools(): ApplicationTools {
  const tools = use(ToolsContext);
  if (!tools) throw new Error('no ApplicationToolsProvider');
  return tools;
}
