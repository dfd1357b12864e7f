import { mix, opposite } from './colour.ts';
import type { Scheme } from './feedback-colours.ts';
import type { Ground, ThemeColours } from './theme-schema.ts';

/** The colours of a part of the page with its own background. Keys are names in tokens.css without `--sp-`. */
export type Surface = {
  ground: string;
  text: string;
  muted: string;
  action: string;
  visited: string;
  focus: string;
  /** Quiet backgrounds: a little closer to the text, closer still, in the colour of interactive elements. */
  hued: string;
  sunken: string;
  'info-ground': string;
  line: string;
  /** Colour of lines that must be visible: fields, cards. */
  'line-strong': string;
  secondary: string;
  'secondary-ground': string;
  'secondary-hover': string;
  /** Background of a quiet button under the pointer. */
  tint: string;
};

const VISITED: Record<Scheme, string> = { light: '#7a1f7a', dark: '#e2a8e8' };

/** Returns the colours of the page itself. */
export function pageSurface(
  { primary, text, background, secondaryButton }: ThemeColours,
  scheme: Scheme,
): Surface {
  return {
    ground: background,
    text,
    muted: mix(background, text, 0.74),
    action: primary,
    visited: mix(primary, VISITED[scheme], 0.6),
    focus: mix(text, primary, 0.35),
    hued: mix(background, text, 0.045),
    sunken: mix(background, text, 0.12),
    'info-ground': mix(background, primary, 0.07),
    line: mix(background, text, 0.25),
    'line-strong': mix(background, text, 0.6),
    secondary: secondaryButton.text,
    'secondary-ground': secondaryButton.background,
    'secondary-hover': mix(secondaryButton.background, secondaryButton.text, 0.08),
    tint: mix(background, primary, 0.08),
  };
}

/** Returns the colours of header, footer, form navigation: all their elements use the one colour of their text. */
export function ownSurface({ background, text }: Ground): Surface {
  const hover = mix(background, text, 0.08);
  return {
    ground: background,
    text,
    muted: mix(background, text, 0.82),
    action: text,
    visited: text,
    focus: text,
    hued: mix(background, text, 0.045),
    sunken: mix(background, text, 0.12),
    'info-ground': hover,
    line: mix(background, text, 0.25),
    'line-strong': mix(background, text, 0.6),
    secondary: text,
    'secondary-ground': background,
    'secondary-hover': hover,
    tint: hover,
  };
}

/** Backgrounds of a filled button: normal, under the pointer, pressed. Contrast with its text never decreases. */
export function buttonStates({ background, text }: Ground): { rest: string; hover: string; active: string } {
  const away = opposite(text);
  return { rest: background, hover: mix(background, away, 0.16), active: mix(background, away, 0.28) };
}
