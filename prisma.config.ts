import { defineConfig } from 'prisma/config'

// `prisma generate` looks for a schema engine although it does not use one; on a site without internet
// its download must not be tried, so it gets an executable that exists.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: 'prisma/schema' })
