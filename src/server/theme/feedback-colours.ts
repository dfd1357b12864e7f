/**
 * KERN's colours for errors, success and so on, in sRGB as browsers show them. No theme changes them, because their
 * meaning is equal in every portal.
 */
export const feedback = {
  danger: { colour: '#c31c13', ground: '#fee4e0' },
  warning: { colour: '#925400', ground: '#ffe7b6' },
  success: { colour: '#007155', ground: '#cdf2e4' },
  info: { colour: '#006b8c', ground: '#c0f3ff' },
} as const;
