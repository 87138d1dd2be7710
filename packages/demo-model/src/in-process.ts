// `node --import 'file:///…/in-process.ts?port=N' PROGRAM`: runs the demonstration model in the process of a program, until that ends.
import { createDemoModel } from './server.ts'

await createDemoModel({ port: Number(new URL(import.meta.url).searchParams.get('port')), host: '127.0.0.1' })
