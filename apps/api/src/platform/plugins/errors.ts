// Turns every failure into a response.
import plugin from 'fastify-plugin'
import { AppError } from '../errors/app-error.ts'
import { handleError } from '../http/failure.ts'

export const errorsPlugin = plugin(
  async (app) => {
    app.setErrorHandler(handleError)
    app.setNotFoundHandler((request, reply) => handleError(new AppError('NOT_FOUND'), request, reply))
  },
  { name: 'errors' },
)
