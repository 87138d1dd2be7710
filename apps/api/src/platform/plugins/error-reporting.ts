// Tells the error reports which request a log line is of, and how long requests take.
import plugin from 'fastify-plugin'
import type { ErrorReports } from '../error-reporting/error-reports.ts'

export const errorReportingPlugin = plugin<{ readonly errorReports: ErrorReports }>(
  async (app, { errorReports }) => {
    app.addHook('onRequest', async (request) => errorReports.follow(request))
    app.addHook('onResponse', async (request, reply) => errorReports.trace(request, reply.statusCode, reply.elapsedTime))
  },
  { name: 'error-reporting' },
)
