import { takeoutQueue } from '@heddle/db/job-queues'
import type { Dependencies } from '../../platform/dependencies.ts'
import { errorDetail } from '../../platform/errors/error-detail.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { ChatTakeout } from '../chat/bulk/chat-takeout.ts'
import type { FeedbackService } from '../feedback/feedback.service.ts'
import type { PreferenceService } from '../preference/preference.service.ts'
import type { PromptTransferService } from '../prompt/transfer/transfer.service.ts'
import type { UserService } from '../user/user.service.ts'
import { createTakeoutContents } from './job/takeout-entries.ts'
import { createTakeoutJob } from './job/write-takeout.ts'
import { createTakeoutRepository } from './takeout.repository.ts'
import { takeoutRoutes } from './takeout.routes.ts'
import { findExpiry } from './takeout.rules.ts'
import { createTakeoutService } from './takeout.service.ts'
import { failLostTakeouts } from './takeout.sql.ts'

type Services = {
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly users: UserService
  readonly preferences: PreferenceService
  readonly promptTransfers: PromptTransferService
  readonly chatTakeout: ChatTakeout
  readonly feedback: FeedbackService
}

export function createTakeoutModule(dependencies: Dependencies, { streamAuthority: authority, ...services }: Services) {
  const { db, pool, now } = dependencies
  const takeouts = createTakeoutRepository(db)
  const contents = createTakeoutContents({ now, ...services })
  const service = createTakeoutService({ ...dependencies, ...services, takeouts })
  return {
    services: {},

    routes: (app: App) => takeoutRoutes(app, { takeouts: service, authority, now }),

    jobs: [
      { queue: takeoutQueue, run: createTakeoutJob({ ...dependencies, takeouts, contents }) },
      {
        name: 'end and remove takeouts',
        everyMs: 60_000,
        run: async () => {
          await failLostTakeouts(pool, errorDetail('TAKEOUT_INTERRUPTED'), findExpiry(now()))
          await takeouts.deleteExpired(now())
        },
      },
    ],
  }
}
