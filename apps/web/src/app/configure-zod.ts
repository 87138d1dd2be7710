import { config } from 'zod'

// Zod compiles its parsers with `new Function` where it can, and tries whether it can: the content security policy forbids it, and
// reports each try. The module has to run before the first schema is made.
config({ jitless: true })
