const MAX_BYTES = 300 * 1024;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Size in pixels that Open Graph readers show without cropping. */
export const SHARE_PICTURE = { width: 1200, height: 630 };

/** Returns the fault of the picture for shared links; null for a good picture. */
export function sharePictureFault(bytes: Uint8Array): string | null {
  const png = Buffer.from(bytes);
  if (png.length > MAX_BYTES) return 'larger than 300 KB';
  if (png.length < 24 || !png.subarray(0, 8).equals(SIGNATURE)) return 'not a PNG';
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const { width: wide, height: high } = SHARE_PICTURE;
  return width === wide && height === high
    ? null
    : `${width} × ${height} pixels, ${wide} × ${high} are needed`;
}
