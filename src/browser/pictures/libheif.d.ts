/** The part of libheif-js that the portal uses; its own types describe the C functions alone. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    /** Fills the pixels, and calls back with null if it cannot. */
    display(pixels: ImageData, done: (shown: ImageData | null) => void): void;
  };
  type Libheif = { HeifDecoder: new () => { decode(file: ArrayBuffer): HeifImage[] } };
  export default function openDecoder(module: { wasmBinary: ArrayBuffer }): Libheif;
}
