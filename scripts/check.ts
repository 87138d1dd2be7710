// `pnpm check`: all static checks, on the cores of a small machine.
import { allChecks, runChecks } from './suite/checks.ts'

const { failed } = await runChecks(allChecks, 2)
process.exitCode = failed > 0 ? 1 : 0
