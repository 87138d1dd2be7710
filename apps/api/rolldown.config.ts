// Bundles the program that reads a file. It is started for each file: to load some hundred modules, and the compiler of TypeScript, takes
// longer than to read most files.
import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { main: 'src/platform/documents/child/main.ts', 'no-network': 'src/platform/documents/child/no-network.ts' },
  platform: 'node',
  // What finds files beside itself: the recognizer its program, the encoding of tokens its table.
  external: ['tesseract.js-core/tesseract-core-simd-lstm.js', '@heddle/text/count-tokens'],
  output: { dir: 'dist/reader', cleanDir: true },
  logLevel: 'silent',
})
