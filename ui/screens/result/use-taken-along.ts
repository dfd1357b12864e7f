import { useEffect } from 'react';
import { useApplication } from '../application/application-context.tsx';

/**
 * Notices that the person takes the result along without a button of ours: by printing the page, or by copying the
 * ticket number from it. A browser does not tell whether a print was given up.
 */
export function useTakenAlong(ticket: string): void {
  const application = useApplication();
  useEffect(() => {
    const taken = () => application.send({ type: 'result.acknowledged' });
    const onCopy = () => {
      if (ticket !== '' && document.getSelection()?.toString().includes(ticket)) taken();
    };
    window.addEventListener('afterprint', taken);
    document.addEventListener('copy', onCopy);
    return () => {
      window.removeEventListener('afterprint', taken);
      document.removeEventListener('copy', onCopy);
    };
  }, [application, ticket]);
}
