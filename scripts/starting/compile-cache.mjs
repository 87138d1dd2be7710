// Loaded before the programs of `pnpm start`: keeps compiled modules for the next start, which then does not load the compiler of
// TypeScript, 17 MB in each process. Not TypeScript itself, which would load it.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/heddle/compiled'))
