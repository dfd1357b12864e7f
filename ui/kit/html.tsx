/**
 * Running text from the content folder, at most 70 characters wide; the only place that takes HTML.
 * @param html sanitised by the service (answers of src/contract/content.ts)
 */
export function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the content is loaded
  return <div className="sp-prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
