// What is used of Tesseract, compiled to WebAssembly; the package has no types.
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  type RecognizerApi = {
    Init(path: null, languages: string, engine: 1): number
    /** Turns the image by an orientation of EXIF, which it does not read itself. */
    SetImageFile(orientation: number): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
    Clear(): void
    /** Is enough for an image that is not recognized. */
    InitForAnalysePage(): void
    /** Writes the image, as it was turned, to `/image.png`; 0 is the one in its colors. */
    WriteImage(kind: 0): void
  }
  type Core = {
    readonly FS: { writeFile(path: string, content: Uint8Array): void; readFile(path: string): Uint8Array }
    readonly TessBaseAPI: new () => RecognizerApi
  }
  const load: (options: { readonly TesseractProgress: () => void }) => Promise<Core>
  export default load
}
