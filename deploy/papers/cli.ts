import '#server/closed-pipe.ts';
import { readFileSync } from 'node:fs';
import { readAdvisories, weaknessesOf } from './advisories.ts';
import { unknownLicences } from './licences.ts';
import { partsOf, sbom } from './parts.ts';

/**
 * `npm run papers -- sbom`, `-- licences`, `-- advisories FILE…`: what the product ships, as an SBOM (CycloneDX); its
 * licences, with an exit code of 1 for one that nobody has agreed to; and weaknesses that files in the format of OSV know
 * of it, with an exit code of 1 for any. All of it works offline (docs/dependencies.md).
 */
const [, , command, ...files] = process.argv;
switch (command) {
  case 'sbom':
    process.stdout.write(sbom());
    break;
  case 'licences': {
    const parts = partsOf(sbom());
    for (const { name, version, licence } of parts) console.log(`${licence ?? 'none'}\t${name} ${version}`);
    const unknown = unknownLicences(parts);
    for (const { name, version, licence } of unknown)
      console.error(`${name} ${version}: nobody has agreed to its licence (${licence ?? 'none'})`);
    process.exitCode = unknown.length > 0 ? 1 : 0;
    break;
  }
  case 'advisories': {
    if (files.length === 0) throw new Error('name the files of advisories');
    const advisories = files.flatMap((file) => readAdvisories(readFileSync(file, 'utf8')));
    const weaknesses = weaknessesOf(partsOf(sbom()), advisories);
    for (const { id, name, version, summary } of weaknesses)
      console.error(`${name} ${version}: ${id} ${summary}`);
    console.log(
      `${advisories.length} advisories were compared, ${weaknesses.length} concern what is shipped.`,
    );
    process.exitCode = weaknesses.length > 0 ? 1 : 0;
    break;
  }
  default:
    console.error('Usage: npm run papers -- sbom | licences | advisories FILE…');
    process.exitCode = 2;
}
