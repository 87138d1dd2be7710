import { summarizeVotes, voteOnReplies } from '@heddle/contracts/feedback/vote'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentVotePair } from './vote.presenter.ts'
import type { VoteService } from './vote.service.ts'

export function voteRoutes(app: App, votes: VoteService) {
  app.route({
    ...voteOnReplies,
    handler: async ({ actor, params, body }) => ({
      comparison: await votes.voteOnReplies(actor, params.id, params.comparisonId, body.vote),
    }),
  })

  app.route({
    ...summarizeVotes,
    handler: async ({ actor, body }) => ({ pairs: (await votes.summarizeVotes(actor, body)).map(presentVotePair) }),
  })
}
