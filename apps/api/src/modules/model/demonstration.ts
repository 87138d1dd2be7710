// Whether the endpoint is our demonstration model: it says so in its list of models. Asked of the endpoint itself, so that
// no setting can claim otherwise.
import { z } from 'zod'

const ModelList = z.object({ data: z.array(z.object({ owned_by: z.string().optional() })) })

const demonstrationOwner = 'heddle-demonstration'
const askAgainAfterMs = 60_000

type Endpoint = { readonly baseUrl: string; readonly apiKey: string | undefined }

export type DemonstrationProbe = ReturnType<typeof createDemonstrationProbe>

export function createDemonstrationProbe({ baseUrl, apiKey }: Endpoint) {
  let answer: Promise<boolean> = Promise.resolve(false)
  let askedAt: number | undefined

  async function ask(): Promise<boolean> {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(2_000),
    })
    const list = ModelList.safeParse(await response.json())
    return list.success && list.data.data.some(({ owned_by }) => owned_by === demonstrationOwner)
  }

  return function isDemonstration(): Promise<boolean> {
    const now = performance.now()
    if (askedAt === undefined || now - askedAt > askAgainAfterMs) {
      askedAt = now
      const before = answer
      // An endpoint that is down for a moment does not change what it is.
      answer = ask().catch(() => before)
    }
    return answer
  }
}
