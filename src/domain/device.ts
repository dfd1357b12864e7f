export const browserNames = ['Firefox', 'Chrome', 'Edge', 'Safari', 'Opera', 'Samsung Internet'] as const;
export const systemNames = ['Windows', 'macOS', 'iOS', 'Android', 'ChromeOS', 'Linux'] as const;
