export const browserNames = ['Firefox', 'Chrome', 'Edge', 'Safari', 'Opera', 'Samsung Internet'] as const;
export const systemNames = ['Windows', 'macOS', 'iOS', 'Android', 'ChromeOS', 'Linux'] as const;

/** A device in the words that people know it by; null where they are not known. */
export type Device = {
  browser: (typeof browserNames)[number] | null;
  system: (typeof systemNames)[number] | null;
};
