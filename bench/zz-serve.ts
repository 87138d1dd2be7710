// starts the product with the unminified build, makes the workflow, prints url + tokens, stays
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createDatabase } from '@heddle/db/client'
import { createPeople } from '../e2e/support/people.ts'
import { startProduct } from '../e2e/support/product.ts'
import { createLargeGraph } from './web/builder-graph.ts'
const { product, stop } = await startProduct('/tmp/b2/dist', await mkdtemp('/tmp/b2/log-'))
const db = createDatabase({ url: product.databaseUrl, poolSize: 2 })
const people = createPeople(db, product.secretKey)
const { join } = await people.createInstitute()
const person = await join('A')
const signIn = await people.signIn(person)
const post = async (body: unknown) => (await (await fetch(`${product.origin}/api/v1/workflow`, { method: 'POST', headers: { authorization: `Bearer ${signIn.accessToken}`, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()).workflow.id
const id = await post({ workflow: { name: { default: 'Two hundred nodes' }, ...createLargeGraph() } })
await writeFile('/tmp/b2/env.json', JSON.stringify({ origin: product.origin, databaseUrl: product.databaseUrl, secretKey: product.secretKey, id, person }))
console.log('ready', product.origin, id)
process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
setInterval(() => {}, 1e6)
