import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** Where `vite dev` finds the API. */
const api = 'http://127.0.0.1:3000'

/**
 * Zod's schemas carry their conversion to JSON Schema and their English messages, which no bundler can see to be unused here (forms
 * have words of their own): 7 kB of the first load, gzipped. Its reader of JSON Schema copies all that zod exports, 9 kB more. The build
 * fails when zod changes so that there is nothing to leave out.
 */
function withoutUnusedZod(): Plugin {
  const processors = /inst\._zod\.processJSONSchema = [^;]+;/g
  const methods = /import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from "[^"]+";/
  const messages = /import en from "[^"]+";/
  const everything = /const z = \{\s*\.\.\._schemas,\s*\.\.\._checks,\s*iso: _iso,\s*\};/
  return {
    name: 'zod-without-unused',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/](?:schemas|from-json-schema)\.js$/ },
      async handler(code, id) {
        const isReader = id.endsWith('from-json-schema.js')
        if (!(isReader ? [everything] : [processors, methods, messages]).every((part) => part.test(code)))
          this.error('zod has changed: see withoutUnusedZod in vite.config.ts')
        if (isReader) {
          const checks = await readFile(join(dirname(id), 'checks.js'), 'utf8')
          const used = new Set(Array.from(code.matchAll(/\bz\s*\.(\w+)/g), ([, name = '']) => name).filter((name) => name !== 'iso'))
          const listed = [...used].map((name) => `${name}: ${checks.includes(` as ${name},`) ? '_checks' : '_schemas'}.${name}`)
          return { code: code.replace(everything, `const z = { ${listed.join(', ')}, iso: _iso };`), map: null }
        }
        return {
          code: code
            .replace(processors, '')
            .replace(messages, 'const en = () => ({});')
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

/**
 * Serves what PDFs may need beside their own bytes, from our own origin: the tables of old East Asian encodings, the fonts that every
 * reader has, and the image decoders that need no WebAssembly. Their folder has the version in its name, as it is cached for a year.
 */
function pdfFiles(): Plugin {
  const root = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  const wanted = /\.bcmap$|\.(?:pfb|ttf)$|_fallback\.js$/
  const base = async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return `assets/pdfjs-${version}`
  }
  return {
    name: 'pdf-files',
    async configureServer(server) {
      const folder = `/${await base()}/`
      server.middlewares.use((request, response, next) => {
        const path = request.url?.startsWith(folder) ? request.url.slice(folder.length) : null
        if (path === null || !/^\w+\/[\w-]+\.\w+$/.test(path) || !wanted.test(path)) return next()
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        createReadStream(join(root, path)).on('error', next).pipe(response)
      })
    },
    async generateBundle() {
      const folder = await base()
      for (const part of ['cmaps', 'standard_fonts', 'wasm']) {
        for (const name of (await readdir(join(root, part))).filter((file) => wanted.test(file))) {
          this.emitFile({ type: 'asset', fileName: `${folder}/${part}/${name}`, source: await readFile(join(root, part, name)) })
        }
      }
    },
  }
}

const compressions = [
  { extension: 'br', compress: promisify(brotliCompress) },
  { extension: 'gz', compress: promisify(gzip) },
]

/** Writes each text once more in the encodings that the API (plugins/web-app.ts) and Caddy (docker/Caddyfile) send it in. */
function compressedTexts(): Plugin {
  return {
    name: 'compressed-texts',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(?:css|html|m?js|svg)$/.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const text = await readFile(join(dir, name))
          for (const { extension, compress } of compressions) await writeFile(join(dir, `${name}.${extension}`), await compress(text))
        }),
      )
    },
  }
}

/** The modules of packages, but for those whose path goes on like `except`: what only some pages need comes with them. */
const inPackage = (names: string, except = '$.') => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/](?!${except})`)

/** The components of the sign-in, which the other pages use as well. */
const everywhere =
  'ActionIcon|Button|Center|CloseButton|Group|Input|InputBase|Loader|NativeSelect|Notification|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton'

/** What every page shares of the components, and how an icon is made. */
const shownEverywhere = [
  inPackage(`@mantine[\\\\/]core[\\\\/]esm[\\\\/](?:core|components[\\\\/](?:${everywhere}))`, '.*scoped-keydown'),
  inPackage('@mantine[\\\\/]hooks[\\\\/]esm[\\\\/]utils'),
  inPackage('@tabler[\\\\/]icons-react[\\\\/]dist[\\\\/]esm', 'icons[\\\\/]Icon(?!Language\\.)'),
]

const webCode = (paths: string) => new RegExp(`apps[\\\\/]web[\\\\/]src[\\\\/](?:${paths})`)
const contracts = (paths: string) => new RegExp(`packages[\\\\/]contracts[\\\\/]src[\\\\/](?:${paths})`)

/** What the first page after the sign-in shares with pages that need neither it nor the chat. */
const usedElsewhere = [
  inPackage(
    '@mantine[\\\\/](?:core[\\\\/]esm[\\\\/]components[\\\\/](?:Collapse|Textarea)|hooks[\\\\/]esm[\\\\/]use-(?:collapse|debounced-value))',
  ),
  webCode(
    'entities[\\\\/](?:document[\\\\/](?:accept|text[\\\\/]text-kind)|model[\\\\/]models)|shared[\\\\/](?:files[\\\\/]use-file-size|ui[\\\\/]Name)',
  ),
  contracts('document|usage-limit'),
]

/** What they share with the builder. */
const smallParts = [
  inPackage('idb-keyval'),
  webCode('shared[\\\\/](?:money|ui[\\\\/](?:buttons[\\\\/]ReasonedButton|states[\\\\/]EmptyState))'),
]

/** What reads a reply as it is written: of the chat, and of the tests of the builder. */
const replies = [webCode('shared[\\\\/]api[\\\\/]event-stream'), contracts('reply[\\\\/]reply-stream')]

/** What says in words how a value breaks its contract. */
const rules = [webCode('shared[\\\\/]forms[\\\\/](?:paths|rules)[.]'), contracts('user[\\\\/]user[.]')]

/** What the toolbars of tables and of the builder choose with. */
const choices = 'Combobox|FloatingIndicator|ScrollArea|SegmentedControl|Select'

/** Fields of the larger forms. */
const inputs = 'Fieldset|List|MultiSelect|Pill|PillsInput|Progress|Radio|Switch|Tabs|TagsInput'

/** What the dialog, the drawer and the settings know of shares. */
const shares = [webCode('entities[\\\\/]chat[\\\\/]share[\\\\/](?:shares|use-share-words)'), contracts('chat[\\\\/]share')]

type ChunkingContext = Rolldown.ChunkingContext

const signIn = 'pages/login/LoginPage.tsx'
const shell = 'app/shell/AppShell.tsx'

const ownCode = /(?:apps[\\/]web|packages[\\/]\w+)[\\/]src[\\/]/
const entryModule = join(import.meta.dirname, 'src/main.tsx')
const imported = new Map<string, ReadonlySet<string>>()

/** Returns our own modules that a module of the application imports, directly or not, with itself. */
function listImported(graph: ChunkingContext, module: string): ReadonlySet<string> {
  const known = imported.get(module)
  if (known) return known
  const found = new Set<string>()
  const waiting = [join(import.meta.dirname, 'src', module)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || !ownCode.test(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  // It awaits the texts, and a chunk that has to wait for it as well would never run.
  found.delete(entryModule)
  imported.set(module, found)
  return found
}

/** Names the chunk of our own code that all modules of one of the lists import. */
const importedBy =
  (name: string, ...lists: readonly (readonly string[])[]) =>
  (id: string, graph: ChunkingContext) =>
    ownCode.test(id) && lists.some((list) => list.every((module) => listImported(graph, module).has(id))) ? name : null

/**
 * Of Lightning CSS, which would write `:dir(rtl)` as the languages that are written so, for browsers from before 2024: a reply has none
 * for each paragraph.
 */
const dirSelector = 4

export default defineConfig({
  plugins: [react(), withoutUnusedZod(), pdfFiles(), compressedTexts()],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/echo': api } },
  css: { lightningcss: { exclude: dirSelector } },
  build: {
    target: 'es2022',
    // The content security policy allows no data: font or script, so that nothing may be inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Nothing here reads the names that schemas have in the OpenAPI document.
      treeshake: { manualPureFunctions: ['schemaIds.add'] },
      output: {
        // The first load carries the names of all the others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What every page needs and seldom changes keeps its name, and so its place in the browser's cache, from release to release.
        codeSplitting: {
          groups: [
            { name: 'react', test: inPackage('react|react-dom|react-error-boundary|scheduler|react-router') },
            {
              name: 'i18n',
              test: inPackage('i18next|react-i18next|i18next-resources-to-backend', '.*[\\\\/](?:Icu)?Trans(?:WithoutContext)?\\.js'),
            },
            { name: 'zod', test: inPackage('zod', '.*from-json-schema') },
            // In one file instead of thirty small ones: 6 kB less, gzipped.
            { name: 'base', test: (id) => shownEverywhere.some((modules) => modules.test(id)) },
            { name: 'query', test: inPackage('@tanstack[\\\\/](?:query-core|react-query)', '.*[iI]nfinite') },
            { name: importedBy('start', ['main.tsx'], [signIn, shell]) },
            // All chapters of the help in a language are searched together.
            { name: (id) => /[\\/]help[\\/]chapters[\\/](\w+)[\\/]/.exec(id)?.[1]?.replace(/^/, 'help-') ?? null },
            // In the order of need: a chunk takes along what it imports, unless one before it has it.
            { name: importedBy('sign-in', [signIn]) },
            { name: 'icons', test: inPackage('@tabler[\\\\/]icons-react[\\\\/]dist[\\\\/]esm'), minShareCount: 2 },
            { name: importedBy('shell', [shell]) },
            { name: 'parts', test: (id) => smallParts.some((modules) => modules.test(id)) },
            { name: 'common', test: (id) => usedElsewhere.some((modules) => modules.test(id)) },
            { name: 'shares', test: (id) => shares.some((modules) => modules.test(id)) },
            { name: 'reply', test: (id) => replies.some((modules) => modules.test(id)) },
            { name: 'message', test: contracts('feedback|reply') },
            { name: importedBy('home', ['pages/home/HomePage.tsx']) },
            { name: importedBy('new-chat', ['pages/chat/NewChatPage.tsx']) },
            { name: importedBy('chat', ['pages/chat/ChatPage.tsx']) },
            { name: 'rules', test: (id) => rules.some((modules) => modules.test(id)) },
            { name: 'workflow', test: contracts('trial|workflow') },
            { name: 'contracts', test: contracts('collection|retrieval') },
            { name: 'words', test: (id) => /[\\/]packages[\\/]words[\\/]/.test(id) },
            { name: 'select', test: inPackage(`@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](?:${choices})`) },
            // Also of the drawer that a phone loads.
            {
              name: 'dialog',
              test: inPackage('@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](?:Drawer|Modal|ModalBase)'),
            },
            // With its calendar.
            { name: 'dates', test: webCode('shared[\\\\/]forms[\\\\/]DayInput') },
            { name: 'table', test: webCode('shared[\\\\/]table[\\\\/]') },
            {
              name: 'form',
              test: webCode(
                '(?:entities|features)[\\\\/]group[\\\\/]|shared[\\\\/](?:(?:forms|ui)[\\\\/](?!OrderedList)|files[\\\\/](?!DropArea))',
              ),
              minShareCount: 2,
            },
            // With what formats the digits, which few forms need.
            { name: 'number', test: inPackage('@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/]NumberInput') },
            { name: 'inputs', test: inPackage(`@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](?:${inputs})`) },
            { name: 'collection', test: webCode('(?:entities|features)[\\\\/](?:collection|source)[\\\\/]'), minShareCount: 2 },
            // Without the select of workflows and the conditions for publishing, which are loaded when they are opened.
            {
              name: 'builder',
              test: webCode('entities[\\\\/]workflow[\\\\/](?!WorkflowSelect)|features[\\\\/]workflow-builder[\\\\/](?!gate)'),
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
