// Serves the built web application. Files with a hash in their name never change; the page that names them always may.
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'

const year = 31_536_000_000

/** Every address of the application is the same page; its router decides what is there. Only files have an extension. */
const isPage = (path: string, { headers }: FastifyRequest) =>
  path === 'index.html' || (!/\.\w+$/.test(path) && (headers.accept ?? '').includes('text/html'))

const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })

export const webAppPlugin = plugin<{ readonly root: string }>(
  async (app, { root }) => {
    await app.register(fastifyStatic, { root, serve: false, index: false, dotfiles: 'ignore', preCompressed: true })

    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      schema: { hide: true },
      config: { policy: 'public', quiet: true },
      handler: (request, reply) => {
        const path = request.params['*']
        if (path.startsWith('api/')) return reply.callNotFound()
        if (path === '' || isPage(path, request)) return sendPage(reply)
        const isHashed = path.startsWith('assets/')
        return reply.sendFile(path, isHashed ? { immutable: true, maxAge: year } : { maxAge: 0 })
      },
    })
  },
  { name: 'web-app', dependencies: ['policy'] },
)
