// The compiled modules that `pnpm start` keeps, for the runners of the tests and the programs that they start: to compile them takes most of a start.
import { fileURLToPath } from 'node:url'

/** In the environment of a program of ours. */
export const codeCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/heddle/compiled', import.meta.url)),
}
