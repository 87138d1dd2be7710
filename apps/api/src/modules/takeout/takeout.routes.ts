import { downloadTakeout, getTakeout, requestTakeout } from '@heddle/contracts/takeout/takeout'
import type { App } from '../../platform/http/app-instance.ts'
import { sendZip } from '../../platform/http/send-stored-file.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import { presentTakeout } from './takeout.presenter.ts'
import type { TakeoutService } from './takeout.service.ts'

type TakeoutRouteDependencies = { readonly takeouts: TakeoutService; readonly authority: StreamAuthority; readonly now: () => Date }

export function takeoutRoutes(app: App, { takeouts, authority, now }: TakeoutRouteDependencies) {
  app.route({
    ...getTakeout,
    handler: async ({ actor }) => {
      const takeout = await takeouts.getTakeout(actor)
      return { takeout: takeout && presentTakeout(takeout, now()) }
    },
  })

  app.route({
    ...requestTakeout,
    handler: async ({ actor, body }) => ({ takeout: presentTakeout(await takeouts.requestTakeout(actor, body), now()) }),
  })

  app.route({
    ...downloadTakeout,
    handler: async ({ actor, params }, reply) =>
      sendZip(reply, await takeouts.downloadTakeout(actor, params.id), (end) => authority.watch(actor, {}, end)),
  })
}
