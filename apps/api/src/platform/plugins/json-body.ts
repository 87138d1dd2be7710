// Reads JSON bodies. Their levels and values are counted before anything is made of them.
import { isTextWithin } from '@heddle/contracts/json-size'
import { limits } from '@heddle/contracts/limits'
import plugin from 'fastify-plugin'
import { AppError } from '../errors/app-error.ts'

export const jsonBodyPlugin = plugin(
  async (app) => {
    const parse = app.getDefaultJsonParser('error', 'error')
    app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      if (isTextWithin(body, request.routeOptions.config.bodyJson ?? limits.bodyJson)) void parse(request, body.toString(), done)
      else done(new AppError('BAD_REQUEST'))
    })
  },
  { name: 'json-body' },
)
