/** Whether a page is light or dark; a reader's system decides. */
export type Scheme = 'light' | 'dark';

/**
 * KERN's colours for errors, success and so on, in sRGB as browsers show them. No theme changes them, because their
 * meaning is equal in every portal.
 */
export const feedback = {
  light: {
    danger: { colour: '#c31c13', ground: '#fee4e0' },
    warning: { colour: '#925400', ground: '#ffe7b6' },
    success: { colour: '#007155', ground: '#cdf2e4' },
    info: { colour: '#006b8c', ground: '#c0f3ff' },
  },
  dark: {
    danger: { colour: '#ea7060', ground: '#4c0000' },
    warning: { colour: '#d58100', ground: '#351b00' },
    success: { colour: '#16a884', ground: '#00271b' },
    info: { colour: '#00a1cd', ground: '#002533' },
  },
} as const satisfies Record<Scheme, Record<string, { colour: string; ground: string }>>;

/** Names of their custom properties without `--sp-`: `info` is taken by the tinted ground of the page. */
const PROPERTY = { danger: 'danger', warning: 'warning', success: 'success', info: 'notice' } as const;

/** Returns the custom properties of a scheme, by their names in style sheets without `--sp-`. */
export const feedbackProperties = (scheme: Scheme): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(PROPERTY) as (keyof typeof PROPERTY)[]).flatMap((kind) => [
      [PROPERTY[kind], feedback[scheme][kind].colour],
      [`${PROPERTY[kind]}-ground`, feedback[scheme][kind].ground],
    ]),
  );
