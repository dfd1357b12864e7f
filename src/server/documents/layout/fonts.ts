import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Noto Sans has every letter and sequence of DIN 91379; of its files pdfkit reads the .woff only. */
const read = (weight: string): Buffer =>
  readFileSync(require.resolve(`@kern-ux/native/dist/fonts/noto-sans/NotoSans-${weight}.woff`));

/** Font files by the name the styles use; read once. */
export const FONTS = { regular: read('Regular'), bold: read('Bold') } as const;
