export const browserNames = ['Firefox', 'Chrome', 'Edge', 'Safari', 'Opera', 'Samsung Internet'] as const;
export const systemNames = ['Windows', 'macOS', 'iOS', 'Android', 'ChromeOS', 'Linux'] as const;

/** A device in words that people know; null for unknown parts. */
export type Device = {
  browser: (typeof browserNames)[number] | null;
  system: (typeof systemNames)[number] | null;
};
