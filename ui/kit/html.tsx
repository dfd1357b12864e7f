import { classes } from './classes.ts';

/**
 * Running text from the content folder, at most 70 characters wide; the only place that accepts HTML.
 * @param html sanitised by the server (answers of src/contract/content.ts)
 * @param checklist its lists have boxes to tick on paper
 */
export function Html({ html, checklist = false }: { html: string; checklist?: boolean }) {
  return (
    <div
      className={classes('sp-prose', checklist && 'sp-prose--checklist')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the content is loaded
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
