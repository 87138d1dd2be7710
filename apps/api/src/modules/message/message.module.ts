import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { ParsedPageService } from '../ingestion/chunk/parsed-page.service.ts'
import { citationRoutes } from './citation/citation.routes.ts'
import { createCitationService } from './citation/citation.service.ts'
import { createOriginalService } from './citation/original.service.ts'
import { messageRoutes } from './message.routes.ts'
import { createMessageService } from './message.service.ts'
import { createSeals } from './seal/seal.ts'

type Services = {
  readonly assistants: AssistantService
  readonly parsedPages: ParsedPageService
  readonly streamAuthority: StreamAuthority
}

export function createMessageModule({ pool, keys, files, now }: Dependencies, services: Services) {
  const store = { db: pool, seals: createSeals(keys.temporaryChats) }
  const messages = createMessageService(store)
  const citations = createCitationService(store)
  const originals = createOriginalService({ ...services, pool, files })
  return {
    services: { messages },
    routes(app: App) {
      messageRoutes(app, messages)
      citationRoutes(app, { citations, originals, streamAuthority: services.streamAuthority, now })
    },
  }
}
