// `pnpm check`: all static checks.
import { allChecks, runChecks } from './suite/checks.ts'

const { failed } = await runChecks(allChecks)
process.exitCode = failed > 0 ? 1 : 0
