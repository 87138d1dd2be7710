// The HTTP process.
import { runProcess } from './boot/process.ts'
import { serving } from './serve.ts'

await runProcess([serving])
