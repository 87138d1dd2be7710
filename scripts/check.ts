// `pnpm check`: all static checks.
import { runChecks } from './suite/checks.ts'

const { failed } = await runChecks()
process.exitCode = failed > 0 ? 1 : 0
