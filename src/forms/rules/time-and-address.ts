const TIME = /^(\d{1,2})(?:\s*(?:[:.h]|Uhr)\s*([0-5]\d)(?:\s*Minuten)?)?(?:\s*Uhr)?$/iu;

/** A time of the day as `HH:mm`: `8.30 Uhr`, `8 Uhr 30`, `8:30` are 08:30, `8 Uhr` is 08:00; undefined if it is none. */
export function plainTime(typed: string): string | undefined {
  const [, hour = '', minute = '00'] = TIME.exec(typed.trim()) ?? [];
  return hour !== '' && Number(hour) < 24 ? `${hour.padStart(2, '0')}:${minute}` : undefined;
}

/**
 * A web address, with `https://` added if it has no scheme. Undefined if it is none: it must be http or https, with a
 * host name and no login.
 */
export function plainWebAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `https://${text}`;
  // The host as written: URL turns a number into an IP address.
  const isNamed = /^https?:\/\/[^\s/?#@]*[^\s/?#@.]\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/iu.test(address);
  return isNamed && URL.canParse(address) ? address : undefined;
}
