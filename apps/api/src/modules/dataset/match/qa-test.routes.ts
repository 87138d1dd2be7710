import { proposeQaThreshold, reviewQa, testQa } from '@heddle/contracts/dataset/qa-match'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import type { QaTestService } from './qa-test.service.ts'

export function qaTestRoutes(app: App, qaTests: QaTestService) {
  app.route({
    ...testQa,
    handler: ({ actor, params, body }, reply) => qaTests.testQa(actor, params.id, body, createDisconnectSignal(reply)),
  })

  app.route({
    ...proposeQaThreshold,
    handler: ({ actor, params, body }, reply) =>
      qaTests.proposeQaThreshold(actor, params.id, body.eval_set_id, createDisconnectSignal(reply)),
  })

  app.route({
    ...reviewQa,
    handler: ({ actor, params }, reply) => qaTests.reviewQa(actor, params.id, createDisconnectSignal(reply)),
  })
}
