import de from '#locales/de/frame.json' with { type: 'json' };
import en from '#locales/en/frame.json' with { type: 'json' };

/** Words of the frame around a page rendered without screens. */
export const frameTexts = { de, en };

/** Returns a text with its placeholders filled in. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
