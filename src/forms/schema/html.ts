const TAG = /<[^>]*>/g;
const ALLOWED = /^<(\/?)(p|ul|ol|li|strong|em|h3)>$/;
const LINK = /^<a href="(?:https:\/\/|mailto:|tel:|\/(?!\/))[^"<>\s\\]*">$/;

/**
 * The reason why a content text is refused. Undefined if it contains only p, ul, ol, li, strong, em, h3 and a with an
 * `href` (https, mailto, tel or a path of the portal), properly nested.
 */
export function htmlProblem(html: string): string | undefined {
  const open: string[] = [];
  for (const tag of html.match(TAG) ?? []) {
    const match = ALLOWED.exec(tag);
    const name = LINK.test(tag) || tag === '</a>' ? 'a' : match?.[2];
    if (!name) return `${tag} is not allowed in a text (docs/forms.md)`;
    if (!tag.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return `${tag} closes what was not opened`;
  }
  if (open.length > 0) return `<${open.at(-1)}> is not closed`;
  return /[<>]/.test(html.replace(TAG, '')) ? 'write &lt; and &gt; for < and >' : undefined;
}
