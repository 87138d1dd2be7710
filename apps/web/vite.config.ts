import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `vite dev` finds the API. */
const api = 'http://127.0.0.1:3000'

/**
 * Zod's schemas carry their conversion to JSON Schema, which no bundler can see to be unused here: 6 kB of the first load, gzipped.
 * The build fails when zod changes so that there is nothing to leave out.
 */
function withoutJsonSchema(): Plugin {
  const processors = /inst\._zod\.processJSONSchema = [^;]+;/g
  const methods = /import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from "[^"]+";/
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
      handler(code) {
        if (!processors.test(code) || !methods.test(code)) this.error('zod has changed: see withoutJsonSchema in vite.config.ts')
        return {
          code: code
            .replace(processors, '')
            .replace(
              methods,
              'const leftOut = () => () => { throw new Error("JSON Schema is left out of the web build") };' +
                'const createStandardJSONSchemaMethod = leftOut, createToJSONSchemaMethod = leftOut;',
            ),
          map: null,
        }
      },
    },
  }
}

const inPackage = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`)

/** The components of the sign-in, which the other pages use as well. */
const everywhere =
  'ActionIcon|Button|Center|CloseButton|Group|Input|InputBase|Loader|Notification|Stack|Text|TextInput|Title|Transition|UnstyledButton'

export default defineConfig({
  plugins: [react(), withoutJsonSchema()],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/echo': api } },
  build: {
    target: 'es2022',
    // The content security policy allows no data: font or script, so that nothing may be inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs and seldom changes keeps its name, and so its place in the browser's cache, from release to release.
        codeSplitting: {
          groups: [
            { name: 'react', test: inPackage('react|react-dom|scheduler|react-router') },
            { name: 'i18n', test: inPackage('i18next|react-i18next|i18next-resources-to-backend') },
            { name: 'zod', test: inPackage('zod') },
            // What every page shares, in one file instead of thirty small ones: 6 kB less, gzipped.
            { name: 'base', test: inPackage(`@mantine[\\\\/]core[\\\\/]esm[\\\\/](?:core|components[\\\\/](?:${everywhere}))`) },
            { name: 'query', test: inPackage('@tanstack[\\\\/](?:query-core|react-query)') },
          ],
        },
      },
    },
  },
})
