import { config } from 'zod'

// Turns off Zod's compiled parsers: they need `new Function`, which the content security policy forbids, and even the probe for it is
// reported as a violation. Must run before the first schema is created.
config({ jitless: true })
