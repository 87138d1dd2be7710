// `node main.ts [--port=N] [--host=NAME]`: runs the demonstration model until it is stopped.
import { parseArgs } from 'node:util'
import { createDemoModel } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string' } } })
const demoModel = await createDemoModel({ port: Number(values.port ?? process.env['PORT'] ?? 0), host: values.host ?? '127.0.0.1' })
process.stdout.write(`Demonstration model listening on ${demoModel.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void demoModel.close())
