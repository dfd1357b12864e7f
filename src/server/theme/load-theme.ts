import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PortalTheme, ThemeLogo } from '#contract/theme.ts';
import { type ContentFolder, openFolder, readChecked } from '#server/content/load/folder.ts';
import { faultAt, type JsonFile } from '#server/content/load/json-file.ts';
import type { Theme } from '#server/content/theme.ts';
import type { ContentFault } from '#server/content/types.ts';
import { colourPairs, failingPairs } from './colour-pairs.ts';
import { darkColours } from './dark-colours.ts';
import { type Palette, paletteOf } from './palette.ts';
import { sharePictureFault } from './share-picture.ts';
import { checkSvg, LOGO_HEIGHT } from './svg.ts';
import { type LogoPart, themeCss } from './theme-css.ts';
import { type ThemeSettings, themeSchema } from './theme-schema.ts';

export const DEFAULT_THEME = 'sp';

const shipped = path.resolve(import.meta.dirname, '../../../content');

/**
 * Reads a theme: `themes/<id>/theme.json` of a content folder with the SVG files it names (docs/themes.md). A content
 * folder without themes has the ones that ship with the portal.
 * @returns the theme, or every fault; less contrast than WCAG requires is a fault
 */
export function loadTheme(
  content: ContentFolder,
  id: string,
): { theme: Theme; faults: [] } | { theme: null; faults: ContentFault[] } {
  const folder = content.has('themes') ? content : openFolder(shipped);
  const file = `themes/${id}/theme.json`;
  if (!folder.has(file)) return { theme: null, faults: [missingTheme(folder, file)] };
  const read = readChecked(folder, file, themeSchema);
  if (!read.json) return { theme: null, faults: read.faults };
  const settings = read.value;
  const darkness = darkColours(settings.colours, settings.darkColours, settings.flags);
  const light = paletteOf(settings.colours, 'light');
  const dark = paletteOf(darkness, 'dark');
  const logos = readLogos(folder, read.json, settings);
  const picture = readSharePicture(folder, read.json, settings);
  const faults = [
    ...logos.faults,
    ...picture.faults,
    ...[light, dark].flatMap((palette) => contrastFaults(read.json, palette, settings)),
  ];
  if (faults.length > 0) return { theme: null, faults };
  const css = themeCss({ light, dark, adaptive: logos.adaptive }, settings.flags);
  const version = createHash('sha256')
    .update(JSON.stringify([id, settings, css, logos.files]))
    .update(picture.bytes)
    .digest('hex');
  const addressOf = (name: string) => `/theme/${version.slice(0, 12)}/${name}`;
  const portal = portalOf(settings, (name) => ({
    src: inlined(logos.files[name] ?? '') ?? addressOf(name),
    width: logos.widths[name] ?? LOGO_HEIGHT,
    height: LOGO_HEIGHT,
  }));
  const { sharePicture: name } = settings;
  const sharePicture = name === undefined ? null : { name, src: addressOf(name), bytes: picture.bytes };
  const logo = addressOf(settings.logos.header);
  const bands = { light: light.band.background, dark: dark.band.background };
  return { theme: { id, version, portal, css, bands, files: logos.files, logo, sharePicture }, faults: [] };
}

/** Maximum length of an inlined picture: requesting it would take longer than sending it. */
const MAX_INLINED = 2_048;

const inlined = (svg: string): string | null =>
  svg.length > MAX_INLINED ? null : `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Names of the themes of a content folder. */
export const themesIn = (content: ContentFolder): string[] =>
  content.list('themes').filter((id) => content.has(`themes/${id}/theme.json`));

function missingTheme(folder: ContentFolder, file: string): ContentFault {
  const there = themesIn(folder).join(', ') || 'none';
  return { file, line: 1, reason: `there is no such theme (THEME names it; there are: ${there})` };
}

type Logos = {
  files: Record<string, string>;
  widths: Record<string, number>;
  adaptive: LogoPart[];
  faults: ContentFault[];
};

function readLogos(folder: ContentFolder, json: JsonFile, { logos }: ThemeSettings): Logos {
  const read: Logos = { files: {}, widths: {}, adaptive: [], faults: [] };
  for (const [place, name] of Object.entries(logos) as [keyof typeof logos, string][]) {
    const file = path.posix.join(path.posix.dirname(json.file), name);
    if (!folder.has(file)) {
      read.faults.push(faultAt(json, ['logos', place], `there is no ${file}`));
      continue;
    }
    const source = folder.read(file);
    const checked = checkSvg(source);
    if ('reason' in checked) {
      read.faults.push({ file, ...checked });
      continue;
    }
    read.files[name] = source;
    read.widths[name] = checked.width;
    if (checked.isAdaptive && place !== 'favicon') read.adaptive.push(place);
  }
  return read;
}

type Picture = { bytes: Uint8Array; faults: ContentFault[] };

function readSharePicture(folder: ContentFolder, json: JsonFile, { sharePicture }: ThemeSettings): Picture {
  if (sharePicture === undefined) return { bytes: new Uint8Array(), faults: [] };
  const file = path.posix.join(path.posix.dirname(json.file), sharePicture);
  if (!folder.has(file)) {
    return { bytes: new Uint8Array(), faults: [faultAt(json, ['sharePicture'], `there is no ${file}`)] };
  }
  const bytes = folder.readBytes(file);
  const reason = sharePictureFault(bytes);
  return { bytes, faults: reason === null ? [] : [{ file, line: 1, reason }] };
}

/** Faults of one scheme, each at the colour that the theme gives for it. */
const contrastFaults = (
  json: JsonFile,
  palette: Palette,
  { darkColours, flags }: ThemeSettings,
): ContentFault[] =>
  failingPairs(colourPairs(palette, flags)).map(({ key, what, colour, from, ratio, needed }) =>
    faultAt(
      json,
      [palette.scheme === 'dark' && darkColours[key] ? 'darkColours' : 'colours', key],
      `${palette.scheme === 'dark' ? 'on dark pages: ' : ''}${what}: ${colour} on ${from} has a contrast of ${shown(ratio)}:1, ${needed}:1 is needed`,
    ),
  );

/** Shows a ratio, truncated, not rounded: 4.499 is not enough and must not be shown as 4.5. */
const shown = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

const portalOf = (settings: ThemeSettings, logo: (name: string) => ThemeLogo): PortalTheme => ({
  portalName: settings.portalName,
  stateName: settings.stateName,
  headerTitle: settings.headerTitle,
  footerTitle: settings.footerTitle,
  customerService: settings.customerService,
  returnUrl: settings.returnUrl ?? null,
  headerLogo: logo(settings.logos.header),
  footerLogo: settings.logos.footer === undefined ? null : logo(settings.logos.footer),
  favicon: logo(settings.logos.favicon).src,
  footerLinks: settings.footerLinks,
  hasFormNavSections: !settings.flags.formNavSectionsDisabled,
});
