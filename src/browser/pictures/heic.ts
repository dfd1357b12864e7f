import openDecoder from 'libheif-js/libheif-wasm/libheif.js';
import program from 'libheif-js/libheif-wasm/libheif.wasm?url';

/**
 * Reads a photo of the kind HEIC, the right way up, with libheif.
 * @throws Error when the decoder does not come, or cannot read it
 */
export async function decodeHeic(blob: Blob): Promise<ImageData> {
  const answer = await fetch(program);
  if (!answer.ok) throw new Error(`the decoder did not come: ${answer.status}`);
  const libheif = openDecoder({ wasmBinary: await answer.arrayBuffer() });
  const [image] = new libheif.HeifDecoder().decode(await blob.arrayBuffer());
  if (!image) throw new Error('no picture in the file');
  const pixels = new ImageData(image.get_width(), image.get_height());
  return new Promise((resolve, reject) => {
    image.display(pixels, (shown) => (shown ? resolve(pixels) : reject(new Error('not decoded'))));
  });
}
