import packageJson from '../../../package.json' with { type: 'json' };

/** The version of this portal (`major.minor.patch`). */
export const ownVersion: string = packageJson.version;

const partsOf = (version: string): [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
};

/** Whether a version is older than another, as far as its major and minor number say. */
export function isOlder(version: string, than: string): boolean {
  const [major, minor] = partsOf(version);
  const [otherMajor, otherMinor] = partsOf(than);
  return major === otherMajor ? minor < otherMinor : major < otherMajor;
}
