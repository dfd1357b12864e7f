/** Size in bytes of a Form.io size: `10MB`, `500KB`, `1GB`, `2048` (bytes); 1 KB is 1024 bytes. */
export function byteSize(size: string): number {
  const match = SIZE.exec(size);
  const unit = ['', 'K', 'M', 'G'].indexOf((match?.[2] ?? '').toUpperCase());
  return Number(match?.[1] ?? 0) * 1024 ** unit;
}

const SIZE = /^(\d+(?:\.\d+)?) ?([KMG]?)B?$/i;

/** True for a size that byteSize understands. */
export const isByteSize = (size: string): boolean => SIZE.test(size);
