const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const UNESCAPED =
  'cannot be read: in user and password, characters such as @ : / # ? % are written as %40 %3A %2F %23 %3F %25';

/**
 * Returns why an address of PostgreSQL means another database than it seems to; null when it does not. The library takes
 * the role's name for a database that is not named, and any unknown `sslmode` for none.
 */
export function databaseAddressFault(address: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(address))
    return 'an address postgres://user:password@host/database is expected';
  // The library would take what follows the first of them for the host.
  const [beforeQuery = ''] = address.replace(/^\w+:\/\//, '').split('?');
  const [user = '', ...rest] = beforeQuery.split('@');
  if (rest.length > 1 || (rest.length === 1 && user.includes('/'))) return UNESCAPED;
  // A socket has no host: postgres://user@/database?host=/folder.
  const text = address.replace('@/', '@socket/').replace(/^([^:]+:\/\/)\//, '$1socket/');
  if (!URL.canParse(text)) return UNESCAPED;
  const { username, password, pathname, searchParams } = new URL(text);
  try {
    decodeURIComponent(`${username}${password}${pathname}`);
  } catch {
    return UNESCAPED;
  }
  if (pathname.length < 2 && !searchParams.has('db'))
    return 'names no database: postgres://user:password@host/database is expected';
  const mode = searchParams.get('sslmode');
  if (mode !== null && !MODES.includes(mode))
    return `sslmode is unknown; one of ${MODES.join(', ')} is expected`;
  return null;
}
