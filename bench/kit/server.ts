import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The unchanged server, which also reports its process id and collects its garbage on request. */
const dataDir = process.env.DATA_DIR ?? 'data';
mkdirSync(dataDir, { recursive: true });
writeFileSync(path.join(dataDir, 'service.pid'), String(process.pid));
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => collect());

await import('#server/main.ts');
