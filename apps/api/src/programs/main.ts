// The HTTP process.
import { runProcess } from './process.ts'
import { serving } from './serve.ts'

await runProcess([serving])
