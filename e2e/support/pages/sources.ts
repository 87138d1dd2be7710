// Sources of knowledge collections, which the product's worker indexes.
import { xsrfCookie, xsrfHeader } from '@heddle/contracts/system/system'
import { expect, type Page } from '@playwright/test'

const handbook = `# Yarn

Twist is the number of turns of a yarn in a metre. It is counted on a twist tester, over a length of 50 cm, at a pre-tension of 0.5 cN/tex.

## Count

The yarn count in tex is the mass of a kilometre of yarn in grams. The specimen is conditioned for 24 hours at 20 °C and 65 % relative humidity.

# Dimensional change

Cotton fabrics shrink when they are washed for the first time; the change is given in per cent of the original length.

| Fabric | Length | Width |
| --- | --- | --- |
| Plain weave | −4.5 % | −2.0 % |
| Twill | −3.5 % | −1.5 % |
`

/** Returns the address of a collection's sources, and the headers that call it with the session of the page. */
async function readSession(page: Page, collectionId: string) {
  const { cookies, origins } = await page.context().storageState()
  const token = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'access_token')
  const xsrf = cookies.find(({ name }) => name === xsrfCookie)
  return {
    headers: { authorization: `Bearer ${token?.value}`, [xsrfHeader]: xsrf?.value ?? '' },
    address: `/api/v1/knowledge/collection/${collectionId}/source`,
  }
}
type Session = Awaited<ReturnType<typeof readSession>>

async function untilIndexed(page: Page, { headers, address }: Session, id: string): Promise<string> {
  const readState = async () => {
    const response = await page.request.get(`${address}/${id}`, { headers })
    return ((await response.json()) as { source: { state: string } }).source.state
  }
  await expect.poll(readState, { timeout: 60_000 }).toBe('indexed')
  return id
}

/** Adds a handbook as pasted text with the session of the page, and waits until it is indexed; returns its id. */
export async function addHandbook(page: Page, collectionId: string): Promise<string> {
  const session = await readSession(page, collectionId)
  const created = await page.request.post(session.address, {
    headers: session.headers,
    data: { source: { kind: 'text', title: 'Handbook of textile testing', text: handbook, tags: ['yarn'] } },
  })
  expect(created.status()).toBe(200)
  const { source } = (await created.json()) as { source: { id: string } }
  return untilIndexed(page, session, source.id)
}

/** Adds a file, as `addHandbook` a text. */
export async function addFile(page: Page, collectionId: string, file: File): Promise<string> {
  const session = await readSession(page, collectionId)
  const form = new FormData()
  form.append('files', file)
  const uploaded = await page.request.post(`${session.address}/file`, { headers: session.headers, multipart: form })
  const { results } = (await uploaded.json()) as { results: { source?: { id: string } }[] }
  const id = results[0]?.source?.id ?? ''
  expect(id).not.toBe('')
  return untilIndexed(page, session, id)
}
