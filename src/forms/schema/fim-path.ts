import * as z from 'zod';

/** A path of ids in a data schema of FIM, without versions and in either generation of ids: of 8 or of 11 digits. */
export const fimPath = z
  .string()
  .regex(
    /^[GF](\d{8}|\d{11})(\.[GF](\d{8}|\d{11}))*$/,
    'ids of FIM joined by dots: G00000000001.F60000000243',
  );
