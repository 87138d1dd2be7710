// Asks for a proof of who calls, not older than ten minutes, where an endpoint says so: a session that is left open, or stolen, is not enough.
import plugin from 'fastify-plugin'
import { AppError } from '../errors/app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    stepUp?: true
  }
}

type StepUpOptions = {
  /** Whether the session has shown within ten minutes who it is. */
  readonly isVerified: (sessionId: string) => Promise<boolean>
}

export const stepUpPlugin = plugin<StepUpOptions>(
  async (app, { isVerified }) => {
    app.addHook('onRequest', async ({ routeOptions, knownActor }) => {
      if (!routeOptions.config.stepUp || !knownActor) return
      if (!(await isVerified(knownActor.credential.sessionId))) throw new AppError('AUTH_STEP_UP_REQUIRED')
    })
  },
  { name: 'step-up', dependencies: ['actor'] },
)
