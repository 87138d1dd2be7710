// Serves the built web application. Files with a hash in their name are immutable; the page that names them is never cached. The files
// are listed at the start, so that no path of a request reaches the file system.
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const year = 31_536_000_000

/** Every URL of the application is the same page, whose router chooses the view. Only files have an extension, or are in `assets`. */
const isPage = (path: string, { headers }: FastifyRequest) =>
  path === 'index.html' || (!/^assets\/|\.\w+$/.test(path) && (headers.accept ?? '').includes('text/html'))

const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })

async function listFiles(root: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  return new Set(files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/')))
}

export const webAppPlugin = plugin<{ readonly root: string }>(
  async (app, { root }) => {
    const files = await listFiles(root)
    await app.register(fastifyStatic, { root, serve: false, index: false, dotfiles: 'ignore', preCompressed: true })

    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      schema: { hide: true },
      config: { policy: 'public', quiet: true, light: true },
      handler: async (request, reply) => {
        const path = request.params['*']
        const isOfApi = path.startsWith('api/')
        if (!isOfApi && (path === '' || isPage(path, request))) return sendPage(reply)
        if (!files.has(path)) {
          await app.countCall(request)
          // A script that an update took away may come back under the same name.
          reply.header('cache-control', 'no-store')
          return reply.callNotFound()
        }
        const isHashed = path.startsWith('assets/')
        return reply.sendFile(path, isHashed ? { immutable: true, maxAge: year } : { maxAge: 0 })
      },
    })
  },
  { name: 'web-app', dependencies: ['policy', 'rate-limit'] },
)
