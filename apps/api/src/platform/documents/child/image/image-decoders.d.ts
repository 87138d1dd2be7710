// What is used of the decoders of pdf.js; the package has no types of them.
declare module 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs' {
  export class JpegImage {
    readonly width: number
    readonly height: number
    parse(bytes: Uint8Array): void
    /** Returns the pixels at any size. */
    getData(options: { readonly width: number; readonly height: number; readonly forceRGBA: true }): Uint8ClampedArray
  }
}
