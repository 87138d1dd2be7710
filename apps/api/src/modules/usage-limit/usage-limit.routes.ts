import {
  createUsageLimitRule,
  deleteUsageLimitRule,
  getUsageLimit,
  getUserUsageLimits,
  queryNearUsageLimits,
  queryUsageLimitRules,
  updateUsageLimitRule,
} from '@heddle/contracts/usage-limit/usage-limit'
import { presentText } from '../../platform/http/presenting.ts'
import type { App } from '../../platform/http/app-instance.ts'
import {
  presentNearUsageLimit,
  presentRefusals,
  presentUsageLimitRule,
  presentUsageLimitState,
  presentUserUsageLimit,
} from './usage-limit.presenter.ts'
import type { UsageLimitService } from './usage-limit.service.ts'

export function usageLimitRoutes(app: App, usageLimits: UsageLimitService) {
  app.route({
    ...getUsageLimit,
    handler: async ({ actor, query }) => {
      const states = (await usageLimits.getUsageLimit(actor, query)).map(presentUsageLimitState)
      return { may_send: !states.some(({ blocks, is_reached }) => blocks && is_reached), limits: states }
    },
  })

  app.route({
    ...getUserUsageLimits,
    handler: async ({ actor, params }) => {
      const found = await usageLimits.getUserUsageLimits(actor, params.id)
      const userLimits = found.limits.map(presentUserUsageLimit)
      return {
        user: { id: found.user.id, name: presentText(found.user.name) },
        may_send: !userLimits.some(({ holds, state }) => holds && state.flow === null && state.blocks && state.is_reached),
        limits: userLimits,
        refusals: found.refusals.map(presentRefusals),
      }
    },
  })

  app.route({
    ...queryNearUsageLimits,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await usageLimits.queryNearUsageLimits(actor, body)
      return { limits: rows.map(presentNearUsageLimit), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...queryUsageLimitRules,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await usageLimits.queryUsageLimitRules(actor, body)
      return { rules: rows.map(presentUsageLimitRule), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createUsageLimitRule,
    handler: async ({ actor, body }) => ({ rule: presentUsageLimitRule(await usageLimits.createUsageLimitRule(actor, body)) }),
  })

  app.route({
    ...updateUsageLimitRule,
    handler: async ({ actor, params, body }) => ({
      rule: presentUsageLimitRule(await usageLimits.updateUsageLimitRule(actor, params.id, body)),
    }),
  })

  app.route({
    ...deleteUsageLimitRule,
    handler: async ({ actor, params }) => {
      await usageLimits.deleteUsageLimitRule(actor, params.id)
      return { success: true }
    },
  })
}
