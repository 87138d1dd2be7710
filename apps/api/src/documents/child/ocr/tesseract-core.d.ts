// What is used of Tesseract, compiled to WebAssembly; the package has no types.
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  type RecognizerApi = {
    Init(path: null, languages: string, engine: 1): number
    /** Turns the image by an orientation of EXIF, which it does not read itself. */
    SetImageFile(orientation: number): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
    Clear(): void
  }
  type Core = {
    readonly FS: { writeFile(path: string, content: Uint8Array): void }
    readonly TessBaseAPI: new () => RecognizerApi
  }
  const load: (options: { readonly TesseractProgress: () => void }) => Promise<Core>
  export default load
}
