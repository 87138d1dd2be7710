// Serves the built web application. Files with a hash in their name never change; the page that names them always may.
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { AppError } from '../errors/app-error.ts'
import { handleError } from './errors.ts'

const year = 31_536_000_000

const isPageRequest = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')

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
        if (path === '' || path === 'index.html') return sendPage(reply)
        if (path.startsWith('api/')) return reply.callNotFound()
        const isHashed = path.startsWith('assets/')
        return reply.sendFile(path, isHashed ? { immutable: true, maxAge: year } : { maxAge: 0 })
      },
    })

    app.setNotFoundHandler((request, reply) => {
      // Every address of the application is the same page; its router decides what is there.
      if (isPageRequest(request)) return sendPage(reply.code(200))
      return handleError(new AppError('NOT_FOUND'), request, reply)
    })
  },
  { name: 'web-app', dependencies: ['policy'] },
)
