// Every service of the domains, made once, in the order in which they may use each other.
import type { Dependencies } from './dependencies.ts'
import { deriveKeys } from './keys.ts'
import { createAccessTokens } from './modules/auth/access-token.ts'
import { createActorService } from './modules/auth/actor.service.ts'
import { createPaging } from './plugins/paging.ts'

export type Services = ReturnType<typeof createServices>

export function createServices({ config, pool, now }: Dependencies) {
  const keys = deriveKeys(config.secretKey)
  const paging = createPaging(keys.pageToken)
  const accessTokens = createAccessTokens(keys.accessToken, now)
  const actors = createActorService(pool, now)
  return { paging, accessTokens, actors }
}
