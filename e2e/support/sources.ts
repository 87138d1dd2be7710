// Sources of knowledge collections, which the product's worker indexes.
import { xsrfCookie, xsrfHeader } from '@heddle/contracts/system'
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

/** Adds a handbook as pasted text with the session of the page, and waits until it is indexed; returns its id. */
export async function addHandbook(page: Page, collectionId: string): Promise<string> {
  await page.goto(`/knowledge/collection/${collectionId}/search`)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const xsrf = (await page.context().cookies()).find(({ name }) => name === xsrfCookie)
  const headers = { authorization: `Bearer ${token}`, [xsrfHeader]: xsrf?.value ?? '' }
  const address = `/api/v1/knowledge/collection/${collectionId}/source`
  const created = await page.request.post(address, {
    headers,
    data: { source: { kind: 'text', title: 'Handbook of textile testing', text: handbook, tags: ['yarn'] } },
  })
  expect(created.status()).toBe(200)
  const { source } = (await created.json()) as { source: { id: string } }
  const readState = async () => {
    const response = await page.request.get(`${address}/${source.id}`, { headers })
    return ((await response.json()) as { source: { state: string } }).source.state
  }
  await expect.poll(readState, { timeout: 60_000 }).toBe('indexed')
  return source.id
}
