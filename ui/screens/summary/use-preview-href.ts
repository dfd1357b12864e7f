import { useApplicationTools } from '../shared/application-tools.tsx';

/** Returns the address of a picture in small of the application on the screen, by the id of its file. */
export function usePreviewHref(process: { id: string } | null): (file: string) => string {
  const { previewHref } = useApplicationTools();
  return (file) => previewHref(process?.id ?? '', file);
}
