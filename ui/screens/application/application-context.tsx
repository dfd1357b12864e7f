import { createContext, use } from 'react';
import type { ApplicationActor } from '../shared/portal-context.tsx';

const ApplicationContext = createContext<ApplicationActor | null>(null);
export const ApplicationProvider = ApplicationContext.Provider;

/** Application in progress. */
export function useApplication(): ApplicationActor {
  const application = use(ApplicationContext);
  if (!application) throw new Error('no ApplicationProvider');
  return application;
}
