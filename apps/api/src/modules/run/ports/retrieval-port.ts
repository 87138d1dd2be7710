// The retrieval port of a run: searches for the user who asks, with the groups that this user has at that moment.
import { listDoubts } from '@heddle/contracts/document/doubt'
import { guessLanguage } from '@heddle/text/language/detect-language'
import type { RetrievalPort, RetrievedPassage } from '@heddle/workflow/model/ports'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { presentText } from '../../../platform/http/presenting.ts'
import { findClaimFacts, type Holder } from '../../../platform/permissions/stream-authority.sql.ts'
import { inSpan, startSpan } from '../../../platform/telemetry/spans.ts'
import type { Retrieval } from '../../retrieval/retrieval.ts'

type PortDependencies = Pick<Dependencies, 'pool' | 'now'> & { readonly retrieval: Retrieval }
type Found = Awaited<ReturnType<Retrieval['retrieve']>>['passages'][number]

/** Creates the port of a user's runs. A user who is no longer active finds nothing. */
export const createRetrievalPort = (
  { pool, now, retrieval }: PortDependencies,
  holder: Holder,
  { isBackground }: { readonly isBackground: boolean },
): RetrievalPort => ({
  async findOtherLanguages(collectionIds, question, expected) {
    const [facts] = await findClaimFacts(pool, [{ holder, right: {} }], now())
    if (!facts?.access) return []
    const asked = guessLanguage(question, expected)
    return (await retrieval.findLanguages(facts.access, collectionIds)).filter((language) => language !== asked)
  },

  async retrieve({ collectionIds, queries, filters, settings, maxTokens }, signal) {
    const [facts] = await findClaimFacts(pool, [{ holder, right: {} }], now())
    if (!facts?.access) return { passages: [], notices: [], calls: [] }
    const { access } = facts
    const span = startSpan('retrieval', {
      attributes: { 'gen_ai.operation.name': 'retrieval', 'gen_ai.data_source.id': collectionIds.join(',') },
    })
    const { passages, notices, models } = await inSpan(span, () =>
      retrieval.retrieve(access, { collectionIds, queries, filters, settings, tokenBudget: maxTokens, signal, isBackground }),
    )
    return {
      passages: passages.map(toPassage),
      notices,
      calls: models.map(({ usage, serverCalls, ...model }) => ({ model, usage, serverCalls })),
    }
  },
})

function toPassage({ chunk, chunks, window, score }: Found): RetrievedPassage {
  const { source, collection } = chunk
  return {
    title: source.title,
    page: chunk.pageFrom,
    text: window,
    score,
    isExpired: source.isExpired,
    doubts: listDoubts(source.findings),
    origin: {
      collection_id: collection.id,
      source_id: source.id,
      chunk_id: chunk.id,
      heading_path: [...chunk.headingPath],
      page_to: chunk.pageTo,
      spans: chunks.flatMap(({ spans }) => [...spans]),
      valid_until: source.validUntil,
      replaced_by: source.replacedBy?.title ?? null,
      copyright: presentText(collection.copyright),
      allows_preview: collection.allowsPreview,
    },
  }
}
