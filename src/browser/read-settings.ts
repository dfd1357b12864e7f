import { type PageSettings, SETTINGS_ID } from '#contract/settings.ts';

/** The settings that the page was rendered with. */
export const readSettings = (): PageSettings =>
  JSON.parse(document.getElementById(SETTINGS_ID)?.textContent ?? '') as PageSettings;
