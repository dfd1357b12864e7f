const TIME = /^(\d{1,2})(?:\s*[:.h]\s*([0-5]\d))?(?:\s*Uhr)?$/iu;

/** A time of the day as `HH:mm`: `8.30 Uhr`, `8:30` and `8 Uhr` are 08:30 and 08:00; undefined when it is none. */
export function plainTime(typed: string): string | undefined {
  const [, hour = '', minute = '00'] = TIME.exec(typed.trim()) ?? [];
  return hour !== '' && Number(hour) < 24 ? `${hour.padStart(2, '0')}:${minute}` : undefined;
}

/**
 * The address of a page in the web, with `https://` in front where nothing else stands; undefined when it is none: only
 * http and https, a host with a name, nobody's login.
 */
export function plainWebAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `https://${text}`;
  // The host as it is written: a URL reads a number as the address of a machine.
  const isNamed = /^https?:\/\/[^\s/?#@]*[^\s/?#@.]\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/iu.test(address);
  return isNamed && URL.canParse(address) ? address : undefined;
}
